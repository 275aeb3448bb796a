-- units
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) as found, * from (
  select string_agg(row_to_json(projected)::text, ',') filter (where unit.n <= :size) as data,
  coalesce(max(unit.n) > :size, false) as more, (max(unit.id) filter (where unit.n <= :size))::text as last
  from (select unit.*, row_number() over (order by unit.id) as n from (select unit.* from catalog.unit unit
  where unit.asset_id = :asset  order by unit.id limit :size::int + 1 offset 0) unit) unit  cross join lateral (select unit.id::text, unit.asset_id::text, unit.building_id::text, unit.floor_id::text, unit.floor_plan_id::text, unit.unit_number, unit.area, unit.is_affordable_housing_unit, unit.id::text as map_id,
  :files || unit.view_image as view_image_url, :files || unit.secondary_view_image as secondary_view_image_url, unit.created_at, unit.updated_at) projected
  ) listed;

-- units?unit-number=101&building=1&floor=1&floor-plan=1&updated-since=2026-01-01
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) as found, * from (
  select string_agg(row_to_json(projected)::text, ',') filter (where unit.n <= :size) as data,
  coalesce(max(unit.n) > :size, false) as more, (max(unit.id) filter (where unit.n <= :size))::text as last
  from (select unit.*, row_number() over (order by unit.id) as n from (select unit.* from catalog.unit unit
  where unit.asset_id = :asset and catalog.unit_number_key(unit.unit_number) = catalog.unit_number_key(:unitNumber::text) and unit.building_id is not distinct from :building and unit.floor_id is not distinct from :floor and unit.floor_plan_id is not distinct from :floorPlan and unit.updated_at >= :updatedSince::timestamptz and unit.id = any (:changed::bigint[])  order by unit.id limit :size::int + 1 offset 0) unit) unit  cross join lateral (select unit.id::text, unit.asset_id::text, unit.building_id::text, unit.floor_id::text, unit.floor_plan_id::text, unit.unit_number, unit.area, unit.is_affordable_housing_unit, unit.id::text as map_id,
  :files || unit.view_image as view_image_url, :files || unit.secondary_view_image as secondary_view_image_url, unit.created_at, unit.updated_at) projected
  ) listed;
select unit.id::text from catalog.unit unit where unit.asset_id = :asset and unit.updated_at >= :since::timestamptz
  order by unit.updated_at limit 1001;

-- units?sort=-updated_at
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) as found, * from (
  select string_agg(row_to_json(projected)::text, ',') filter (where unit.n <= :size) as data,
  coalesce(max(unit.n) > :size, false) as more, min(jsonb_build_array(unit.id::text, (extract(epoch from unit.updated_at) * 1000000)::bigint::text)::text) filter (where unit.n = :size) as last
  from (select unit.*, row_number() over (order by unit.updated_at desc, unit.id desc) as n from (select unit.* from catalog.unit unit
  where unit.asset_id = :asset  order by unit.updated_at desc, unit.id desc limit :size::int + 1 offset 0) unit) unit  cross join lateral (select unit.id::text, unit.asset_id::text, unit.building_id::text, unit.floor_id::text, unit.floor_plan_id::text, unit.unit_number, unit.area, unit.is_affordable_housing_unit, unit.id::text as map_id,
  :files || unit.view_image as view_image_url, :files || unit.secondary_view_image as secondary_view_image_url, unit.created_at, unit.updated_at) projected
  ) listed;

-- units?include=floor,floor_plan,building
select string_agg(shown.data, ',' order by shown.n) as data from (
  select (select row_to_json(projected)::text from (select building.id::text, building.asset_id::text, building.name, building.label, building.created_at, building.updated_at) projected) as data, wanted.n from unnest(:wantedIds::bigint[]) with ordinality wanted (id, n)
  cross join lateral (select building.* from catalog.building building where building.asset_id = :asset and building.id = wanted.id offset 0) building
  ) shown;
select string_agg(shown.data, ',' order by shown.n) as data from (
  select (select row_to_json(projected)::text from (select floor.id::text, floor.asset_id::text, floor.name, floor.filter_label, floor.filter_short_label, floor.sort, floor.created_at, floor.updated_at) projected) as data, wanted.n from unnest(:wantedIds::bigint[]) with ordinality wanted (id, n)
  cross join lateral (select floor.* from catalog.floor floor where floor.asset_id = :asset and floor.id = wanted.id offset 0) floor
  ) shown;
select string_agg(shown.data, ',' order by shown.n) as data from (
  select (select row_to_json(projected)::text from (select floor_plan.id::text, floor_plan.asset_id::text, floor_plan.name, floor_plan.bedroom_count, floor_plan.bathroom_count, floor_plan.filter_label,
  :files || floor_plan.image as image_url, :files || floor_plan.secondary_image as secondary_image_url, floor_plan.created_at, floor_plan.updated_at) projected) as data, wanted.n from unnest(:wantedIds::bigint[]) with ordinality wanted (id, n)
  cross join lateral (select floor_plan.* from catalog.floor_plan floor_plan where floor_plan.asset_id = :asset and floor_plan.id = wanted.id offset 0) floor_plan
  ) shown;

-- units/1
select (select row_to_json(projected)::text from (select unit.id::text, unit.asset_id::text, unit.building_id::text, unit.floor_id::text, unit.floor_plan_id::text, unit.unit_number, unit.area, unit.is_affordable_housing_unit, unit.id::text as map_id,
  :files || unit.view_image as view_image_url, :files || unit.secondary_view_image as secondary_view_image_url, unit.created_at, unit.updated_at) projected) as data from catalog.unit unit  where unit.asset_id = :asset and unit.id = :id and exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets))));

-- POST units
select id::text from catalog.building where asset_id = :assetId and id = any (:ids::bigint[])  order by id for key share;
select id::text from catalog.floor where asset_id = :assetId and id = any (:ids::bigint[])  order by id for key share;
select id::text from catalog.floor_plan where asset_id = :assetId and id = any (:ids::bigint[])  order by id for key share;

-- PUT units/{unit}
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) and exists (select 1 from catalog.unit named where named.id = :unit and named.asset_id = :asset) as found;

-- DELETE units/{unit}
delete from catalog.unit stored using json_to_recordset(:rows::json) as given ("asset_id" bigint, "id" bigint) where stored."asset_id" = given."asset_id" and stored."id" = given."id";
