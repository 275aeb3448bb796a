-- units/description-groups
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) as found, * from (
  select string_agg(row_to_json(projected)::text, ',') filter (where description_group.n <= :size) as data,
  coalesce(max(description_group.n) > :size, false) as more, (max(description_group.id) filter (where description_group.n <= :size))::text as last
  from (select description_group.*, row_number() over (order by description_group.id) as n from (select description_group.* from merchandising.description_group description_group
  where description_group.asset_id = :asset  order by description_group.id limit :size::int + 1 offset 0) description_group) description_group  cross join lateral (select description_group.id::text, description_group.asset_id::text, description_group.name, description_group.created_at, description_group.updated_at) projected
  ) listed;

-- units/description-groups/1
select (select row_to_json(projected)::text from (select description_group.id::text, description_group.asset_id::text, description_group.name, description_group.created_at, description_group.updated_at) projected) as data from merchandising.description_group description_group  where description_group.asset_id = :asset and description_group.id = :id and exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets))));
