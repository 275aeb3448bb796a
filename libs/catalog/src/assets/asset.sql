-- /v1/assets
select true as found, * from (
  select string_agg(row_to_json(projected)::text, ',') filter (where asset.n <= :size) as data,
  coalesce(max(asset.n) > :size, false) as more, (max(asset.id) filter (where asset.n <= :size))::text as last
  from (select asset.*, row_number() over (order by asset.id) as n from (select asset.* from (select asset.*, (select coalesce(sum(counted.units), 0)::int from catalog.unit_count counted where counted.asset_id = asset.id) as unit_count from catalog.asset where asset.archived_at is null) asset
  where ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = asset.id and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or asset.id = any (:assets)))  order by asset.id limit :size::int + 1 offset 0) asset) asset  cross join lateral (select asset.id::text, asset.uuid, asset.market, asset.name, asset.display_name, asset.description, asset.address_line1, asset.address_line2, asset.address_city, asset.address_state, asset.address_country, asset.address_postal_code, asset.address_latitude, asset.address_longitude, asset.accent_color, asset.contact_phone, asset.contact_email, asset.contact_hours, asset.contact_url, asset.time_zone, asset.count_visits, asset.effective_time_zone, :files || asset.logo as logo_url, asset.unit_count, asset.created_at, asset.updated_at) projected
  ) listed;

-- /v1/assets?q=creek&market=multifamily&updated-since=2026-01-01
select asset.id::text from catalog.asset asset where true and asset.updated_at >= :since::timestamptz
  order by asset.updated_at limit 1001;
select true as found, * from (
  select string_agg(row_to_json(projected)::text, ',') filter (where asset.n <= :size) as data,
  coalesce(max(asset.n) > :size, false) as more, (max(asset.id) filter (where asset.n <= :size))::text as last
  from (select asset.*, row_number() over (order by asset.id) as n from (select asset.* from (select asset.*, (select coalesce(sum(counted.units), 0)::int from catalog.unit_count counted where counted.asset_id = asset.id) as unit_count from catalog.asset where asset.archived_at is null) asset
  where ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = asset.id and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or asset.id = any (:assets))) and catalog.words_of(asset.name || ' ' || asset.display_name || ' ' || asset.address_line1 || ' ' ||
  coalesce(asset.address_line2, '') || ' ' || asset.address_city || ' ' || asset.address_postal_code) @@ to_tsquery('simple', :words) and asset.market = :market and asset.updated_at >= :updatedSince::timestamptz and asset.id = any (:changed::bigint[])  order by asset.id limit :size::int + 1 offset 0) asset) asset  cross join lateral (select asset.id::text, asset.uuid, asset.market, asset.name, asset.display_name, asset.description, asset.address_line1, asset.address_line2, asset.address_city, asset.address_state, asset.address_country, asset.address_postal_code, asset.address_latitude, asset.address_longitude, asset.accent_color, asset.contact_phone, asset.contact_email, asset.contact_hours, asset.contact_url, asset.time_zone, asset.count_visits, asset.effective_time_zone, :files || asset.logo as logo_url, asset.unit_count, asset.created_at, asset.updated_at) projected
  ) listed;

-- /v1/assets?sort=name
select true as found, * from (
  select string_agg(row_to_json(projected)::text, ',') filter (where asset.n <= :size) as data,
  coalesce(max(asset.n) > :size, false) as more, min(jsonb_build_array(asset.id::text, asset.name)::text) filter (where asset.n = :size) as last
  from (select asset.*, row_number() over (order by asset.name, asset.id) as n from (select asset.* from (select asset.*, (select coalesce(sum(counted.units), 0)::int from catalog.unit_count counted where counted.asset_id = asset.id) as unit_count from catalog.asset where asset.archived_at is null) asset
  where ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = asset.id and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or asset.id = any (:assets)))  order by asset.name, asset.id limit :size::int + 1 offset 0) asset) asset  cross join lateral (select asset.id::text, asset.uuid, asset.market, asset.name, asset.display_name, asset.description, asset.address_line1, asset.address_line2, asset.address_city, asset.address_state, asset.address_country, asset.address_postal_code, asset.address_latitude, asset.address_longitude, asset.accent_color, asset.contact_phone, asset.contact_email, asset.contact_hours, asset.contact_url, asset.time_zone, asset.count_visits, asset.effective_time_zone, :files || asset.logo as logo_url, asset.unit_count, asset.created_at, asset.updated_at) projected
  ) listed;

-- /v1/assets/1
select (select row_to_json(projected)::text from (select asset.id::text, asset.uuid, asset.market, asset.name, asset.display_name, asset.description, asset.address_line1, asset.address_line2, asset.address_city, asset.address_state, asset.address_country, asset.address_postal_code, asset.address_latitude, asset.address_longitude, asset.accent_color, asset.contact_phone, asset.contact_email, asset.contact_hours, asset.contact_url, asset.time_zone, asset.count_visits, asset.effective_time_zone, :files || asset.logo as logo_url, (select coalesce(sum(counted.units), 0)::int from catalog.unit_count counted where counted.asset_id = :id) as unit_count, asset.created_at, asset.updated_at) projected) as data from catalog.asset asset  where asset.id = :id and exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets))));

-- /v1/assets with a key of an account
select case when count(*) <= 1000 then coalesce(array_agg(visible.asset_id::text), '{}') end as ids
  from (select seen.asset_id from catalog.account_asset_v1 seen
  where seen.account_id = any (:accounts::bigint[]) limit 1001) visible;
select true as found, * from (
  select string_agg(row_to_json(projected)::text, ',') filter (where asset.n <= :size) as data,
  coalesce(max(asset.n) > :size, false) as more, (max(asset.id) filter (where asset.n <= :size))::text as last
  from (select asset.*, row_number() over (order by asset.id) as n from (select asset.* from (select asset.*, (select coalesce(sum(counted.units), 0)::int from catalog.unit_count counted where counted.asset_id = asset.id) as unit_count from catalog.asset where asset.archived_at is null) asset
  where ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = asset.id and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or asset.id = any (:assets))) and asset.id = any (:visible::bigint[])  order by asset.id limit :size::int + 1 offset 0) asset) asset  cross join lateral (select asset.id::text, asset.uuid, asset.market, asset.name, asset.display_name, asset.description, asset.address_line1, asset.address_line2, asset.address_city, asset.address_state, asset.address_country, asset.address_postal_code, asset.address_latitude, asset.address_longitude, asset.accent_color, asset.contact_phone, asset.contact_email, asset.contact_hours, asset.contact_url, asset.time_zone, asset.count_visits, asset.effective_time_zone, :files || asset.logo as logo_url, asset.unit_count, asset.created_at, asset.updated_at) projected
  ) listed;

-- POST /v1/assets
select from catalog.asset asset
  where asset.archived_at is null and asset.name = :name and asset.id is distinct from :id::bigint
  and (asset.address_line1, asset.address_city, asset.address_state, asset.address_country, asset.address_postal_code)
  = (:addressLine1, :addressCity, :addressState, :addressCountry, :addressPostalCode)
  and asset.address_line2 is not distinct from :addressLine2 and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = asset.id and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or asset.id = any (:assets)));
select name from pg_timezone_names;
select pg_advisory_xact_lock(hashtextextended(:name, 1));
select pg_advisory_xact_lock_shared(:key);

-- a run of CountUnitsJob
select distinct asset_id::text as asset from catalog.unit_count where id > 0 limit 1000;
with taken as (
  delete from catalog.unit_count where asset_id = :asset and id in (
  select id from catalog.unit_count where asset_id = :asset and id > 0 order by id limit 5000 for update skip locked)
  returning units
  ), folded as (
  insert into catalog.unit_count as known (asset_id, id, units)
  select :asset, 0, sum(units) from taken having count(*) > 0
  on conflict (asset_id, id) do update set units = known.units + excluded.units
  returning units
  )
  select (select count(*)::int from taken) as taken, exists (select from folded where units = 0) as empty;
