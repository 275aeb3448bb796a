-- :process/entries
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) and exists (select 1 from pricing.process parent where parent.id = :process and parent.asset_id = :asset) as found, (select json_build_object('publication', process.publication_id, 'as_of',
  (select date_trunc('second', publication.published_at) from pricing.publication publication
  where publication.asset_id = :asset and publication.process_id = :process and publication.id = process.publication_id))
  from pricing.process process where process.asset_id = :asset and process.id = :process) as members, * from (
  select string_agg((select '[' || row_to_json(shown)::text || ']' from (
  select unit.id::text as unit_id, entry.unit_number, entry.provider_id, entry.price, entry.available_on, entry.lease_term,
  entry.lease_starts_on, entry.status, entry.specials_description, entry.leasing_fields, entry.building,
  unit.show_pricing, unit.show_online_leasing, entry.created_at from pricing.entry entry where entry.asset_id = :asset and entry.transaction_id = (select process.published_transaction_id from pricing.process process
  where process.asset_id = :asset and process.id = :process) and entry.until is null and entry.provider_id = unit.provider_id order by (
  case when entry.lease_starts_on < (select (platform.now() at time zone zone.time_zone)::date from catalog.time_zone_v1 zone where zone.asset_id = :asset) then 1::bigint << 61 else 0 end
  + (coalesce(abs(entry.lease_term - 12), 127)::bigint << 54) + case when entry.lease_term < 12 then 1::bigint << 53 else 0 end
  + (coalesce(entry.lease_starts_on - date '0001-01-01', 4194303)::bigint << 31) + entry.price
  ), entry.id limit 1) shown), ',') filter (where unit.n <= :size) as data,
  coalesce(max(unit.n) > :size, false) as more, (max(unit.id) filter (where unit.n <= :size))::text as last
  from (select unit.*, row_number() over (order by unit.id) as n from (select unit.* from pricing.unit unit
  where unit.asset_id = :asset and unit.process_id = :process  and unit.price is not null  order by unit.id limit :size::int + 1 offset 0) unit) unit
  ) listed;
select process.pricing_strategy = 'flat_pricing' as flat, process.published_transaction_id::text as generation,
  coalesce(process.publication_id, 0)::text as number, process.published_bytes as bytes,
  (select to_json(date_trunc('second', publication.published_at)) from pricing.publication publication
  where publication.asset_id = :asset and publication.process_id = :process and publication.id = process.publication_id) as "publishedAt"
  from pricing.process process where process.asset_id = :asset and process.id = :process;

-- :process/entries?flat-pricing=0
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) and exists (select 1 from pricing.process parent where parent.id = :process and parent.asset_id = :asset) as found, (select json_build_object('publication', process.publication_id, 'as_of',
  (select date_trunc('second', publication.published_at) from pricing.publication publication
  where publication.asset_id = :asset and publication.process_id = :process and publication.id = process.publication_id))
  from pricing.process process where process.asset_id = :asset and process.id = :process) as members, * from (
  select string_agg((select '[' || string_agg(row_to_json(shown)::text, ',') || ']' from (
  select unit.id::text as unit_id, entry.unit_number, entry.provider_id, entry.price, entry.available_on, entry.lease_term,
  entry.lease_starts_on, entry.status, entry.specials_description, entry.leasing_fields, entry.building,
  unit.show_pricing, unit.show_online_leasing, entry.created_at from pricing.entry entry where entry.asset_id = :asset and entry.transaction_id = (select process.published_transaction_id from pricing.process process
  where process.asset_id = :asset and process.id = :process) and entry.until is null and entry.provider_id = unit.provider_id order by entry.id) shown), ',') filter (where unit.n <= :size) as data,
  coalesce(max(unit.n) > :size, false) as more, (max(unit.id) filter (where unit.n <= :size))::text as last
  from (select unit.*, row_number() over (order by unit.id) as n from (select unit.* from pricing.unit unit
  where unit.asset_id = :asset and unit.process_id = :process  and unit.price is not null  order by unit.id limit :size::int + 1 offset 0) unit) unit
  ) listed;

-- :process/entries?flat-pricing=1&unit=1
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) and exists (select 1 from pricing.process parent where parent.id = :process and parent.asset_id = :asset) as found, (select json_build_object('publication', process.publication_id, 'as_of',
  (select date_trunc('second', publication.published_at) from pricing.publication publication
  where publication.asset_id = :asset and publication.process_id = :process and publication.id = process.publication_id))
  from pricing.process process where process.asset_id = :asset and process.id = :process) as members, * from (
  select string_agg((select '[' || row_to_json(shown)::text || ']' from (
  select unit.id::text as unit_id, entry.unit_number, entry.provider_id, entry.price, entry.available_on, entry.lease_term,
  entry.lease_starts_on, entry.status, entry.specials_description, entry.leasing_fields, entry.building,
  unit.show_pricing, unit.show_online_leasing, entry.created_at from pricing.entry entry where entry.asset_id = :asset and entry.transaction_id = (select process.published_transaction_id from pricing.process process
  where process.asset_id = :asset and process.id = :process) and entry.until is null and entry.provider_id = unit.provider_id order by (
  case when entry.lease_starts_on < (select (platform.now() at time zone zone.time_zone)::date from catalog.time_zone_v1 zone where zone.asset_id = :asset) then 1::bigint << 61 else 0 end
  + (coalesce(abs(entry.lease_term - 12), 127)::bigint << 54) + case when entry.lease_term < 12 then 1::bigint << 53 else 0 end
  + (coalesce(entry.lease_starts_on - date '0001-01-01', 4194303)::bigint << 31) + entry.price
  ), entry.id limit 1) shown), ',') filter (where unit.n <= :size) as data,
  coalesce(max(unit.n) > :size, false) as more, (max(unit.id) filter (where unit.n <= :size))::text as last
  from (select unit.*, row_number() over (order by unit.id) as n from (select unit.* from pricing.unit unit
  where unit.asset_id = :asset and unit.process_id = :process and unit.id = :unit and unit.price is not null  order by unit.id limit :size::int + 1 offset 0) unit) unit
  ) listed;

-- :process/entries?at=2026-01-01
declare listed no scroll cursor for
  select unit.id::text as unit, entry.id::text as entry,
  (select row_to_json(projected)::text from (select unit.id::text as unit_id, entry.unit_number, entry.provider_id, entry.price, entry.available_on, entry.lease_term,
  entry.lease_starts_on, entry.status, entry.specials_description, entry.leasing_fields, entry.building,
  unit.show_pricing, unit.show_online_leasing, entry.created_at) projected) as json
  from (select unit.* from pricing.unit unit where unit.asset_id = :asset and unit.process_id = :process  and exists (select from pricing.entry entry where entry.asset_id = :asset and entry.transaction_id = :generation::bigint and entry.since <= :number::bigint
  and (entry.until is null or entry.until > :number::bigint) and entry.provider_id = unit.provider_id offset 0)
  and (:after::bigint is null or unit.id > :after::bigint or (unit.id = :after::bigint and :within::bigint is not null))
  order by unit.id limit :units::int offset :offset::bigint) unit
  cross join lateral (select entry.* from pricing.entry entry where entry.asset_id = :asset and entry.transaction_id = :generation::bigint and entry.since <= :number::bigint
  and (entry.until is null or entry.until > :number::bigint) and entry.provider_id = unit.provider_id
  and unit.id is distinct from :after::bigint order by (
  case when entry.lease_starts_on < :day::date then 1::bigint << 61 else 0 end
  + (coalesce(abs(entry.lease_term - 12), 127)::bigint << 54) + case when entry.lease_term < 12 then 1::bigint << 53 else 0 end
  + (coalesce(entry.lease_starts_on - date '0001-01-01', 4194303)::bigint << 31) + entry.price
  ), entry.id limit 1) entry;
fetch 50 from listed;
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) and exists (select 1 from pricing.process parent where parent.id = :process and parent.asset_id = :asset) as "isVisible";
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) and exists (select 1 from pricing.process parent where parent.id = :process and parent.asset_id = :asset) as found;
select id::text as number, date_trunc('second', published_at) as at from pricing.publication
  where asset_id = :asset and process_id = :process order by id limit 1;
select publication.generation_id::text as generation, publication.id::text as number,
  (select (publication.published_at at time zone zone.time_zone)::date from catalog.time_zone_v1 zone where zone.asset_id = :asset)::text as day,
  to_json(date_trunc('second', publication.published_at)) as "publishedAt"
  from pricing.publication publication where publication.asset_id = :asset and publication.process_id = :process
  and (:number::bigint is null or publication.id = :number::bigint)
  and (:at::timestamptz is null or publication.published_at < :at::timestamptz + interval '1 second')
  order by publication.id desc limit 1;
