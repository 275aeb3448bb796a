-- floors
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) as found, * from (
  select string_agg(row_to_json(projected)::text, ',') filter (where floor.n <= :size) as data,
  coalesce(max(floor.n) > :size, false) as more, (max(floor.id) filter (where floor.n <= :size))::text as last
  from (select floor.*, row_number() over (order by floor.sort, floor.id) as n from (select floor.* from catalog.floor floor
  where floor.asset_id = :asset  order by floor.sort, floor.id limit :size::int + 1 offset :offset::bigint) floor) floor  cross join lateral (select floor.id::text, floor.asset_id::text, floor.name, floor.filter_label, floor.filter_short_label, floor.sort, floor.created_at, floor.updated_at) projected
  ) listed;

-- floors/1
select (select row_to_json(projected)::text from (select floor.id::text, floor.asset_id::text, floor.name, floor.filter_label, floor.filter_short_label, floor.sort, floor.created_at, floor.updated_at) projected) as data from catalog.floor floor  where floor.asset_id = :asset and floor.id = :id and exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets))));

-- DELETE floors/{floor}?cascade=1
delete from catalog.floor stored using json_to_recordset(:rows::json) as given ("asset_id" bigint, "id" bigint) where stored."asset_id" = given."asset_id" and stored."id" = given."id";
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) and exists (select 1 from catalog.floor named where named.id = :floor and named.asset_id = :asset) as found;
select referring.id::text from catalog.unit referring where asset_id = :value0 and floor_id = :value1 order by referring.id limit 501;
