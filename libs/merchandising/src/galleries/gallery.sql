-- galleries
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) as found, * from (
  select string_agg(row_to_json(projected)::text, ',') filter (where gallery.n <= :size) as data,
  coalesce(max(gallery.n) > :size, false) as more, (max(gallery.id) filter (where gallery.n <= :size))::text as last
  from (select gallery.*, row_number() over (order by gallery.id) as n from (select gallery.* from merchandising.gallery gallery
  where gallery.asset_id = :asset  order by gallery.id limit :size::int + 1 offset 0) gallery) gallery  cross join lateral (select gallery.id::text, gallery.asset_id::text, gallery.name, (select coalesce(json_agg(json_strip_nulls(json_build_object('url', :files || image.name, 'alt', nullif(image.alt, ''))) order by image.n), '[]')
  from unnest(gallery.images, gallery.alts) with ordinality image (name, alt, n)) as images, gallery.floor_plan_id::text, gallery.unit_id::text, gallery.tour_url, gallery.video_url, gallery.created_at, gallery.updated_at) projected
  ) listed;

-- galleries/1
select (select row_to_json(projected)::text from (select gallery.id::text, gallery.asset_id::text, gallery.name, (select coalesce(json_agg(json_strip_nulls(json_build_object('url', :files || image.name, 'alt', nullif(image.alt, ''))) order by image.n), '[]')
  from unnest(gallery.images, gallery.alts) with ordinality image (name, alt, n)) as images, gallery.floor_plan_id::text, gallery.unit_id::text, gallery.tour_url, gallery.video_url, gallery.created_at, gallery.updated_at) projected) as data from merchandising.gallery gallery  where gallery.asset_id = :asset and gallery.id = :id and exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets))));

-- DELETE galleries/{gallery}?dry-run=1
delete from merchandising.gallery stored using json_to_recordset(:rows::json) as given ("asset_id" bigint, "id" bigint) where stored."asset_id" = given."asset_id" and stored."id" = given."id";
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) and exists (select 1 from merchandising.gallery named where named.id = :gallery and named.asset_id = :asset) as found;
