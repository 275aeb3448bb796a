-- floor-plans
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) as found, * from (
  select string_agg(row_to_json(projected)::text, ',') filter (where floor_plan.n <= :size) as data,
  coalesce(max(floor_plan.n) > :size, false) as more, (max(floor_plan.id) filter (where floor_plan.n <= :size))::text as last
  from (select floor_plan.*, row_number() over (order by floor_plan.id) as n from (select floor_plan.* from catalog.floor_plan floor_plan
  where floor_plan.asset_id = :asset  order by floor_plan.id limit :size::int + 1 offset 0) floor_plan) floor_plan  cross join lateral (select floor_plan.id::text, floor_plan.asset_id::text, floor_plan.name, floor_plan.bedroom_count, floor_plan.bathroom_count, floor_plan.filter_label, :files || floor_plan.image as image_url, :files || floor_plan.secondary_image as secondary_image_url, floor_plan.created_at, floor_plan.updated_at) projected
  ) listed;

-- floor-plans/1
select (select row_to_json(projected)::text from (select floor_plan.id::text, floor_plan.asset_id::text, floor_plan.name, floor_plan.bedroom_count, floor_plan.bathroom_count, floor_plan.filter_label, :files || floor_plan.image as image_url, :files || floor_plan.secondary_image as secondary_image_url, floor_plan.created_at, floor_plan.updated_at) projected) as data from catalog.floor_plan floor_plan  where floor_plan.asset_id = :asset and floor_plan.id = :id and exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets))));

-- DELETE floor-plans/{floor-plan}
delete from catalog.floor_plan stored using json_to_recordset(:rows::json) as given ("asset_id" bigint, "id" bigint) where stored."asset_id" = given."asset_id" and stored."id" = given."id";
select count(*)::int as count from catalog.unit where asset_id = :asset and floor_plan_id = :floorPlan;
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) and exists (select 1 from catalog.floor_plan named where named.id = :floorPlan and named.asset_id = :asset) as found;
