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
select unit.id::text from catalog.unit unit where unit.asset_id = :asset and unit.updated_at >= :since::timestamptz
  order by unit.updated_at limit 1001;
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

-- units/1
select (select row_to_json(projected)::text from (select unit.id::text, unit.asset_id::text, unit.building_id::text, unit.floor_id::text, unit.floor_plan_id::text, unit.unit_number, unit.area, unit.is_affordable_housing_unit, unit.id::text as map_id,
  :files || unit.view_image as view_image_url, :files || unit.secondary_view_image as secondary_view_image_url, unit.created_at, unit.updated_at) projected) as data from catalog.unit unit  where unit.asset_id = :asset and unit.id = :id and exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets))));
