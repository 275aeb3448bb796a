-- buildings
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) as found, * from (
  select string_agg(row_to_json(projected)::text, ',') filter (where building.n <= :size) as data,
  coalesce(max(building.n) > :size, false) as more, (max(building.id) filter (where building.n <= :size))::text as last
  from (select building.*, row_number() over (order by building.id) as n from (select building.* from catalog.building building
  where building.asset_id = :asset  order by building.id limit :size::int + 1 offset 0) building) building  cross join lateral (select building.id::text, building.asset_id::text, building.name, building.label, building.created_at, building.updated_at) projected
  ) listed;

-- buildings?page=2
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) as found, * from (
  select string_agg(row_to_json(projected)::text, ',') filter (where building.n <= :size) as data,
  coalesce(max(building.n) > :size, false) as more, (max(building.id) filter (where building.n <= :size))::text as last
  from (select building.*, row_number() over (order by building.id) as n from (select building.* from catalog.building building
  where building.asset_id = :asset and building.id >= (select building.id from catalog.building building where building.asset_id = :asset order by building.id limit 1 offset :offset::bigint) order by building.id limit :size::int + 1 offset 0) building) building  cross join lateral (select building.id::text, building.asset_id::text, building.name, building.label, building.created_at, building.updated_at) projected
  ) listed;

-- buildings?total=1
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) as found, * from (
  select string_agg(row_to_json(projected)::text, ',') filter (where building.n <= :size) as data,
  coalesce(max(building.n) > :size, false) as more, (max(building.id) filter (where building.n <= :size))::text as last
  from (select building.*, row_number() over (order by building.id) as n from (select building.* from catalog.building building
  where building.asset_id = :asset  order by building.id limit :size::int + 1 offset 0) building) building  cross join lateral (select building.id::text, building.asset_id::text, building.name, building.label, building.created_at, building.updated_at) projected
  ) listed cross join lateral (select count(*)::int as total from catalog.building building where building.asset_id = :asset) counted;

-- buildings/1
select (select row_to_json(projected)::text from (select building.id::text, building.asset_id::text, building.name, building.label, building.created_at, building.updated_at) projected) as data from catalog.building building  where building.asset_id = :asset and building.id = :id and exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets))));
