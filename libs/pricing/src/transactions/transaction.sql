-- a data set of several requests
insert into pg_temp.entry_change
  with shared as materialized (
  select pair_key from (select hashtextextended(provider_id, coalesce(lease_term, 0)::bigint * 10000000 + coalesce(lease_starts_on - date '2000-01-01', 5000000)) as pair_key from (select * from pricing.entry where asset_id = :asset and transaction_id = :transaction) entry) entry group by pair_key having count(*) > 1 union all select pair_key from (select hashtextextended(provider_id, coalesce(lease_term, 0)::bigint * 10000000 + coalesce(lease_starts_on - date '2000-01-01', 5000000)) as pair_key from (select * from pricing.entry where asset_id = :asset and transaction_id = :generation and until is null) old) old group by pair_key having count(*) > 1
  ), entries as not materialized (select *, pair_key in (select pair_key from shared) as is_shared from (select hashtextextended(provider_id, coalesce(lease_term, 0)::bigint * 10000000 + coalesce(lease_starts_on - date '2000-01-01', 5000000)) as pair_key, id, provider_id, lease_term, lease_starts_on, price, available_on, status, specials_description, hash from (select * from pricing.entry where asset_id = :asset and transaction_id = :transaction) entry) entry),
  old_entries as not materialized (select *, pair_key in (select pair_key from shared) as is_shared from (select hashtextextended(provider_id, coalesce(lease_term, 0)::bigint * 10000000 + coalesce(lease_starts_on - date '2000-01-01', 5000000)) as pair_key, id, provider_id, lease_term, lease_starts_on, price, available_on, status, specials_description, hash from (select * from pricing.entry where asset_id = :asset and transaction_id = :generation and until is null) old) old),
  crowd as (select true as is_new, *, row_number() over (partition by hash order by id) as copy
  from entries where is_shared and exists (select from shared) union all select false as is_new, *, row_number() over (partition by hash order by id) as copy
  from old_entries where is_shared and exists (select from shared)),
  differing as materialized (select * from (select *, count(*) over (partition by hash, copy) = 1 as differs from crowd) crowd where differs)
  select coalesce(entry.id, old.id) as id, entry.id as added, old.id as removed, coalesce(entry.provider_id, old.provider_id) as provider_id,
  coalesce(entry.lease_term, old.lease_term) as lease_term, coalesce(entry.lease_starts_on, old.lease_starts_on) as lease_starts_on, entry.price, old.price as old_price, entry.available_on,
  old.available_on as old_available_on, entry.status, old.status as old_status, entry.specials_description,
  old.specials_description as old_specials_description, entry.hash, old.hash as old_hash
  from (select * from entries where not is_shared) entry full join (select * from old_entries where not is_shared) old using (pair_key)
  where entry.hash is distinct from old.hash
  union all
  select coalesce(entry.id, old.id) as id, entry.id as added, old.id as removed, coalesce(entry.provider_id, old.provider_id) as provider_id,
  coalesce(entry.lease_term, old.lease_term) as lease_term, coalesce(entry.lease_starts_on, old.lease_starts_on) as lease_starts_on, entry.price, old.price as old_price, entry.available_on,
  old.available_on as old_available_on, entry.status, old.status as old_status, entry.specials_description,
  old.specials_description as old_specials_description, entry.hash, old.hash as old_hash
  from (select *, row_number() over (partition by pair_key order by id) as nth from (select * from differing where is_new) numbered) entry full join (select *, row_number() over (partition by pair_key order by id) as nth from (select * from differing where not is_new) numbered) old using (pair_key, nth);
select count(*)::int as unmatched from pricing.entry entry
  where entry.asset_id = :asset and entry.transaction_id = :transaction
  and entry.provider_id not in (select known.provider_id from pricing.unit known
  where known.asset_id = :asset and known.process_id = :process and known.provider_id is not null)
  and (catalog.unit_number_key(entry.unit_number), coalesce(nullif(catalog.unit_number_key(entry.building), ''), '')) not in (
  select catalog.unit_number_key(unit.unit_number), '' from catalog.unit_v1 unit where unit.asset_id = :asset group by 1 having count(*) = 1
  and min(unit.id) not in (select known.id from pricing.unit known
  where known.asset_id = :asset and known.process_id = :process and known.provider_id is not null)
  union all
  select catalog.unit_number_key(unit.unit_number), building.key from catalog.unit_v1 unit
  join catalog.named_building_v1 building on building.asset_id = :asset and building.id = unit.building_id
  where unit.asset_id = :asset group by 1, 2 having count(*) = 1
  and min(unit.id) not in (select known.id from pricing.unit known
  where known.asset_id = :asset and known.process_id = :process and known.provider_id is not null));
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) and exists (select 1 from pricing.process named where named.id = :process and named.asset_id = :asset) and exists (select 1 from pricing.transaction named where named.id = :transaction and named.asset_id = :asset and named.process_id = :process) as found;
select provider_id as provider, count(*)::int as entries from pricing.entry
  where asset_id = :asset and transaction_id = :transaction group by provider_id order by entries desc limit 1;
with shared as materialized (
  select hashtextextended(provider_id, coalesce(lease_term, 0)::bigint * 10000000 + coalesce(lease_starts_on - date '2000-01-01', 5000000)) as pair_key from (select * from pricing.entry where asset_id = :asset and transaction_id = :transaction) sent group by 1 having count(*) > 1
  ), crowd as materialized (
  select * from (select * from pricing.entry where asset_id = :asset and transaction_id = :transaction) sent where hashtextextended(provider_id, coalesce(lease_term, 0)::bigint * 10000000 + coalesce(lease_starts_on - date '2000-01-01', 5000000)) in (select pair_key from shared)
  ), repeated as (
  select * from (select id, provider_id, unit_number, building, price <> first_value(price) over (partition by provider_id, lease_term, lease_starts_on order by id) as is_another
  from crowd) priced where is_another
  ), copies as (
  select * from (select id, provider_id, unit_number, building, row_number() over (partition by hash order by id) as copy
  from crowd) numbered where copy > 1
  ), past as (
  select id, provider_id, unit_number, building from (select * from pricing.entry where asset_id = :asset and transaction_id = :transaction) sent where lease_starts_on < (select (:now::timestamptz at time zone zone.time_zone)::date from catalog.time_zone_v1 zone where zone.asset_id = :asset)
  )
  select (select count(*) from copies)::int as duplicates, (select count(*) from repeated)::int as repeated_prices,
  (select count(*) from past)::int as past_lease_starts,
  (select coalesce(json_agg(listed), '[]') from ((select 'duplicate' as code, (id % 262144)::int as index, provider_id, unit_number, building from copies
  order by id limit 50) union all (select 'price_repeated' as code, (id % 262144)::int as index, provider_id, unit_number, building from repeated
  order by id limit 50)
  union all (select 'lease_start_past' as code, (id % 262144)::int as index, provider_id, unit_number, building from past
  order by id limit 50)) listed) as listed;
