-- marker-descriptions
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) as found, * from (
  select string_agg(row_to_json(projected)::text, ',') filter (where marker_description.n <= :size) as data,
  coalesce(max(marker_description.n) > :size, false) as more, (max(marker_description.id) filter (where marker_description.n <= :size))::text as last
  from (select marker_description.*, row_number() over (order by marker_description.id) as n from (select marker_description.* from merchandising.marker_description marker_description
  where marker_description.asset_id = :asset  order by marker_description.id limit :size::int + 1 offset 0) marker_description) marker_description  cross join lateral (select marker_description.id::text, marker_description.asset_id::text, marker_description.gallery_id::text, marker_description.name, marker_description.label, marker_description.description,
  marker_description.iframe_source_url, marker_description.outbound_link_url, marker_description.places, marker_description.created_at, marker_description.updated_at) projected
  ) listed;

-- marker-descriptions/1
select (select row_to_json(projected)::text from (select marker_description.id::text, marker_description.asset_id::text, marker_description.gallery_id::text, marker_description.name, marker_description.label, marker_description.description,
  marker_description.iframe_source_url, marker_description.outbound_link_url, marker_description.places, marker_description.created_at, marker_description.updated_at) projected) as data from merchandising.marker_description marker_description  where marker_description.asset_id = :asset and marker_description.id = :id and exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets))));
