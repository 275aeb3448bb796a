-- landing-pages
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) as found, * from (
  select string_agg(row_to_json(projected)::text, ',') filter (where landing_page.n <= :size) as data,
  coalesce(max(landing_page.n) > :size, false) as more, (max(landing_page.id) filter (where landing_page.n <= :size))::text as last
  from (select landing_page.*, row_number() over (order by landing_page.id) as n from (select landing_page.* from mapping.landing_page landing_page
  where landing_page.asset_id = :asset and landing_page.asset_id = :named  order by landing_page.id limit :size::int + 1 offset 0) landing_page) landing_page  cross join lateral (select landing_page.id::text, landing_page.asset_id::text, landing_page.unit_map_id::text as service_map_id,
  landing_page.name, :viewer || '/share/' || landing_page.key as url, landing_page.created_at, landing_page.updated_at) projected
  ) listed;

-- landing-pages/1
select (select row_to_json(projected)::text from (select landing_page.id::text, landing_page.asset_id::text, landing_page.unit_map_id::text as service_map_id,
  landing_page.name, :viewer || '/share/' || landing_page.key as url, landing_page.created_at, landing_page.updated_at) projected) as data from mapping.landing_page landing_page  where landing_page.asset_id = :asset and landing_page.id = :id and exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets))));

-- POST landing-pages
select id::text from mapping.unit_map where asset_id = :assetId and id = any (:ids::bigint[])  order by id for key share;
