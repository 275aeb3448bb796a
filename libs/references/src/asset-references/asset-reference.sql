-- references
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) as found, * from (
  select string_agg(row_to_json(projected)::text, ',') filter (where asset_reference.n <= :size) as data,
  coalesce(max(asset_reference.n) > :size, false) as more, (max(asset_reference.id) filter (where asset_reference.n <= :size))::text as last
  from (select asset_reference.*, row_number() over (order by asset_reference.id) as n from (select asset_reference.* from reference.asset_reference asset_reference
  where asset_reference.asset_id = :asset  order by asset_reference.id limit :size::int + 1 offset 0) asset_reference) asset_reference  cross join lateral (select asset_reference.id::text, asset_reference.asset_id::text, asset_reference.name, asset_reference.description, asset_reference.key, asset_reference.value, asset_reference.created_at, asset_reference.updated_at) projected
  ) listed;

-- references/1
select (select row_to_json(projected)::text from (select asset_reference.id::text, asset_reference.asset_id::text, asset_reference.name, asset_reference.description, asset_reference.key, asset_reference.value, asset_reference.created_at, asset_reference.updated_at) projected) as data from reference.asset_reference asset_reference  where asset_reference.asset_id = :asset and asset_reference.id = :id and exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets))));

-- /v1/references?key=k&value=v
select true as found, * from (
  select string_agg(row_to_json(projected)::text, ',') filter (where asset_reference.n <= :size) as data,
  coalesce(max(asset_reference.n) > :size, false) as more, (max(asset_reference.id) filter (where asset_reference.n <= :size))::text as last
  from (select asset_reference.*, row_number() over (order by asset_reference.id) as n from (select asset_reference.* from reference.asset_reference asset_reference
  where asset_reference.key = :key and asset_reference.value = :value and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = asset_reference.asset_id and seen.account_id = any (:accounts) offset 0))
  and (:assets::bigint[] is null or asset_reference.asset_id = any (:assets)))
  and exists (select from catalog.asset_v1 asset where asset.id = asset_reference.asset_id)  order by asset_reference.id limit :size::int + 1 offset 0) asset_reference) asset_reference  cross join lateral (select asset_reference.id::text, asset_reference.asset_id::text, asset_reference.name, asset_reference.description, asset_reference.key, asset_reference.value, asset_reference.created_at, asset_reference.updated_at) projected
  ) listed;
