-- maps/1/backgrounds
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) and exists (select 1 from mapping.unit_map parent where parent.id = :map and parent.asset_id = :asset) as found, * from (
  select string_agg(row_to_json(projected)::text, ',') filter (where background.n <= :size) as data,
  coalesce(max(background.n) > :size, false) as more, (max(background.id) filter (where background.n <= :size))::text as last
  from (select background.*, row_number() over (order by background.id) as n from (select background.* from mapping.background background
  where background.asset_id = :asset and background.unit_map_id = :map  order by background.id limit :size::int + 1 offset 0) background) background  cross join lateral (select background.id::text, background.asset_id::text, background.unit_map_id::text, background.name,
  :files || background.image as image_url, background.created_at, background.updated_at) projected
  ) listed;

-- maps/1/backgrounds/1
select (select row_to_json(projected)::text from (select background.id::text, background.asset_id::text, background.unit_map_id::text, background.name,
  :files || background.image as image_url, background.created_at, background.updated_at) projected) as data from mapping.background background  where background.asset_id = :asset and background.unit_map_id = :map and background.id = :id and exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) and exists (select 1 from mapping.unit_map parent where parent.id = :map and parent.asset_id = :asset);
