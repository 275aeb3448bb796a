-- POST :process/ingest?commit=1&dry-run=1
with best as materialized (
  select distinct on (entry.provider_id) entry.provider_id, entry.price, entry.available_on, entry.status, entry.specials_description
  from pricing.entry entry where entry.asset_id = :asset and entry.transaction_id = :generation and entry.until is null order by entry.provider_id, (
  case when entry.lease_starts_on < (select (platform.now() at time zone zone.time_zone)::date from catalog.time_zone_v1 zone where zone.asset_id = :asset) then 1::bigint << 61 else 0 end
  + (coalesce(abs(entry.lease_term - 12), 127)::bigint << 54) + case when entry.lease_term < 12 then 1::bigint << 53 else 0 end
  + (coalesce(entry.lease_starts_on - date '0001-01-01', 4194303)::bigint << 31) + entry.price
  ), entry.id
  ), known as materialized (
  select unit.* from pricing.unit unit where unit.asset_id = :asset and unit.process_id = :process
  ), unknown as materialized (
  select best.* from best where not exists (select from known where known.provider_id = best.provider_id)
  ), fresh as materialized (
  select unknown.*, first.unit_number, catalog.unit_number_key(first.unit_number) as number, nullif(catalog.unit_number_key(first.building), '') as building, first.id as position
  from unknown cross join lateral (
  select entry.id, entry.unit_number, entry.building from pricing.entry entry
  where entry.asset_id = :asset and entry.transaction_id = :generation and entry.until is null and entry.provider_id = unknown.provider_id order by entry.id limit 1) first
  ), candidates as materialized (
  select unit.id, unit.building_id, catalog.unit_number_key(unit.unit_number) as number, unit.created_at from catalog.unit_v1 unit
  where unit.asset_id = :asset and exists (select from fresh)
  and catalog.unit_number_key(unit.unit_number) in (select number from fresh)
  for key share of unit
  ), numbered as (
  select number, null as building, min(id) as id, min(created_at) as created_at from candidates group by number having count(*) = 1
  union all
  select unit.number, building.key, min(unit.id), min(unit.created_at)
  from candidates unit join catalog.named_building_v1 building on building.asset_id = :asset and building.id = unit.building_id
  where exists (select from fresh where fresh.building is not null) group by unit.number, building.key having count(*) = 1
  ), claimed as materialized (
  select distinct on (numbered.id) numbered.id, numbered.created_at, fresh.provider_id, fresh.price, fresh.available_on, fresh.status, fresh.specials_description, known.id is null as is_new
  from fresh join numbered on numbered.number = fresh.number and numbered.building is not distinct from fresh.building
  left join known on known.id = numbered.id
  where known.provider_id is null order by numbered.id, fresh.position
  ), inserted as (
  insert into pricing.unit (asset_id, process_id, id, created_at, provider_id, price, available_on, status, specials_description, valid_from, since)
  select :asset, :process, claimed.id, greatest(claimed.created_at, process.created_at), provider_id, price, available_on, status, specials_description, :at::timestamptz, :publication::bigint
  from claimed join pricing.process process on process.asset_id = :asset and process.id = :process where claimed.is_new
  ), next as (
  select known.*, coalesce(best.provider_id, claimed.provider_id) as next_provider_id, coalesce(best.price, claimed.price) as next_price, coalesce(best.available_on, claimed.available_on) as next_available_on, coalesce(best.status, claimed.status) as next_status, coalesce(best.specials_description, claimed.specials_description) as next_specials_description
  from known left join best on best.provider_id = known.provider_id left join claimed on claimed.id = known.id
  ), changed as (
  update pricing.unit unit set provider_id = coalesce(next.provider_id, next.next_provider_id), price = next.next_price,
  available_on = next.next_available_on, status = next.next_status, specials_description = next.next_specials_description,
  full_price = case when next.next_price is not null then next.full_price end, updated_at = now(),
  valid_from = :at::timestamptz, since = :publication::bigint
  from next
  where unit.asset_id = :asset and unit.process_id = :process and unit.id = next.id
  and ((next.price, next.available_on, next.status, next.specials_description)
  is distinct from (next.next_price, next.next_available_on, next.next_status, next.next_specials_description)
  or next.provider_id is distinct from coalesce(next.provider_id, next.next_provider_id)
  or (next.next_price is null and next.full_price is not null))
  returning next.id, next.valid_from, next.since, next.provider_id, next.status, next.price, next.full_price, next.show_pricing, next.show_online_leasing, next.specials_description, next.available_on,
  next.price is not null and next.next_price is null as is_lost
  ), kept as (
  insert into pricing.unit_state (asset_id, process_id, unit_id, valid_from, valid_to, since, until, provider_id, status, price, full_price, show_pricing, show_online_leasing, specials_description, available_on)
  select :asset::bigint, :process::bigint, former.id, former.valid_from, :at::timestamptz, former.since, :publication::bigint, former.provider_id, former.status, former.price, former.full_price, former.show_pricing, former.show_online_leasing, former.specials_description, former.available_on
  from changed former order by former.id
  ), unmatched as materialized (
  select fresh.provider_id, fresh.unit_number, fresh.building from fresh
  where (select count(*) from unknown) > (select count(*) from claimed)
  and not exists (select from claimed where claimed.provider_id = fresh.provider_id)
  )
  select (select count(*) from changed where is_lost)::int as losing,
  ((select count(*) from best) - (select count(*) from unknown) + (select count(*) from claimed))::int as priced,
  (select coalesce(sum((select count(*) from pricing.entry entry where entry.asset_id = :asset and entry.transaction_id = :generation and entry.until is null and entry.provider_id = unmatched.provider_id)), 0)
  from unmatched)::int as unmatched,
  (select coalesce(json_agg(json_build_object('provider_id', provider_id, 'unit_number', unit_number, 'building', building)), '[]')
  from (select * from unmatched order by provider_id limit 50) first) as "firstUnmatched";
with closed as (
  update pricing.entry entry set until = :number::integer from pg_temp.entry_change gone
  where entry.asset_id = :asset and entry.transaction_id = :generation
  and entry.provider_id = gone.provider_id and entry.id = gone.removed
  )
  insert into pricing.entry (asset_id, transaction_id, id, unit_number, provider_id, price, available_on, lease_term,
  lease_starts_on, status, specials_description, leasing_fields, building, hash, created_at, since) overriding system value
  select asset_id, :generation::bigint, id, unit_number, provider_id, price, available_on, lease_term,
  lease_starts_on, status, specials_description, leasing_fields, building, hash, created_at, :number::integer
  from (select * from pg_temp.staged_entry where asset_id = :asset and transaction_id = :transaction) sent where sent.id in (select added from pg_temp.entry_change);
create temp table if not exists staged_entry (like pricing.entry including defaults) on commit delete rows;
insert into pg_temp.entry_change
  with shared as materialized (
  select pair_key from (select hashtextextended(provider_id, coalesce(lease_term, 0)::bigint * 10000000 + coalesce(lease_starts_on - date '2000-01-01', 5000000)) as pair_key from (select * from pg_temp.staged_entry where asset_id = :asset and transaction_id = :transaction) entry) entry group by pair_key having count(*) > 1 union all select pair_key from (select hashtextextended(provider_id, coalesce(lease_term, 0)::bigint * 10000000 + coalesce(lease_starts_on - date '2000-01-01', 5000000)) as pair_key from (select * from pricing.entry where asset_id = :asset and transaction_id = :generation and until is null) old) old group by pair_key having count(*) > 1
  ), entries as not materialized (select *, pair_key in (select pair_key from shared) as is_shared from (select hashtextextended(provider_id, coalesce(lease_term, 0)::bigint * 10000000 + coalesce(lease_starts_on - date '2000-01-01', 5000000)) as pair_key, id, provider_id, lease_term, lease_starts_on, price, available_on, status, specials_description, hash from (select * from pg_temp.staged_entry where asset_id = :asset and transaction_id = :transaction) entry) entry),
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
insert into pricing.publication (asset_id, process_id, id, transaction_id, generation_id, compared_with, restored_from,
  published_at, entry_count, totals, actor, key_id)
  select :asset, :process, :id, :transaction, :generation, :comparedWith::bigint, :restoredFrom::bigint, :at, :entries, :totals::jsonb,
  origin ->> 'actor', (origin ->> 'key_id')::bigint
  from (select current_setting('audit.origin')::json as origin) origin;
select coalesce(:transaction::bigint, nextval(pg_get_serial_sequence('pricing.transaction', 'id')))::text as transaction,
  nextval(pg_get_serial_sequence('pricing.entry', 'id'))::text as delivery,
  exists (select from pricing.process where asset_id = :asset and id = :process and published_transaction_id is not null) as "isPublished";
select count(*) filter (where pair.removed is null)::int as added, count(*) filter (where pair.added is null)::int as removed, count(*) filter (where pair.price > pair.old_price)::int as price_up, count(*) filter (where pair.price < pair.old_price)::int as price_down, count(*) filter (where pair.available_on <> pair.old_available_on)::int as availability_changed, count(*) filter (where pair.added is not null and pair.removed is not null and pair.specials_description is distinct from pair.old_specials_description)::int as specials_changed, count(*) filter (where pair.hash <> pair.old_hash and pair.price = pair.old_price and pair.available_on = pair.old_available_on
  and pair.specials_description is not distinct from pair.old_specials_description)::int as other_changed,
  count(*) filter (where pair.added is not null and pair.removed is not null and (pair.removed is null or pair.added is null or pair.price > pair.old_price or pair.price < pair.old_price or pair.available_on <> pair.old_available_on or pair.added is not null and pair.removed is not null and pair.specials_description is distinct from pair.old_specials_description or pair.hash <> pair.old_hash and pair.price = pair.old_price and pair.available_on = pair.old_available_on
  and pair.specials_description is not distinct from pair.old_specials_description))::int as "any",
  count(*) filter (where abs(pair.price::bigint - pair.old_price) * 100 > :limit::integer * pair.old_price::bigint)::int as beyond,
  count(pair.added)::int as opened, count(pair.removed)::int as closed
  from pg_temp.entry_change pair;
select entry.provider_id, case when nullif(catalog.unit_number_key(entry.building), '') is not null and not exists (select named.id from catalog.named_building_v1 named
  where named.asset_id = :asset and named.key = nullif(catalog.unit_number_key(entry.building), '')) then 'building_unknown'
  when suggested.same = 0 then 'unit_unknown' when suggested.same > 1 then 'unit_ambiguous'
  when suggested.taken > 0 then 'provider_id_taken' else 'unit_added_since' end as code, coalesce(suggested.units, '[]') as suggestions
  from json_to_recordset(:unmatched::json) as entry (provider_id text, unit_number text, building text) left join lateral (
  select json_agg(json_build_object('unit_id', unit.id::text, 'unit_number', unit.unit_number, 'building', building.name, 'floor', floor.name,
  'provider_id', priced.provider_id, 'reason', case when unit.has_number then 'same_number' else 'similar_number' end)
  order by not (unit.has_number and unit.is_there), not unit.has_number, unit.id) as units,
  count(*) filter (where unit.has_number and unit.is_there) as same,
  count(priced.provider_id) filter (where unit.has_number and unit.is_there) as taken
  from (select unit.* from (select distinct numbered.id::bigint from unnest(array[coalesce(nullif(ltrim(regexp_replace(lower(catalog.unit_number_key(entry.unit_number)), '[\W_]', '', 'g'), '0'), ''), '0'), coalesce(nullif(ltrim(regexp_replace(lower(catalog.unit_number_key(entry.provider_id)), '[\W_]', '', 'g'), '0'), ''), '0')]) as wanted (number)
  cross join lateral jsonb_array_elements_text((select jsonb_object_agg(numbered.number, numbered.ids) from (
  select coalesce(nullif(ltrim(regexp_replace(lower(catalog.unit_number_key(unit.unit_number)), '[\W_]', '', 'g'), '0'), ''), '0') as number, jsonb_agg(unit.id) as ids
  from catalog.unit_v1 unit where unit.asset_id = :asset group by 1) numbered) -> wanted.number) as numbered (id)) candidate
  cross join lateral (select unit.id, unit.unit_number, unit.building_id, unit.floor_id, catalog.unit_number_key(unit.unit_number) = catalog.unit_number_key(entry.unit_number) as has_number, (nullif(catalog.unit_number_key(entry.building), '') is null or unit.building_id in (select named.id from catalog.named_building_v1 named
  where named.asset_id = :asset and named.key = nullif(catalog.unit_number_key(entry.building), ''))) as is_there
  from catalog.unit_v1 unit where unit.asset_id = :asset and unit.id = candidate.id offset 0) unit
  order by not (unit.has_number and unit.is_there), not unit.has_number, unit.id limit 5) unit
  join catalog.building_v1 building on building.asset_id = :asset and building.id = unit.building_id
  join catalog.floor_v1 floor on floor.asset_id = :asset and floor.id = unit.floor_id
  left join lateral (select priced.provider_id from pricing.unit priced
  where priced.asset_id = :asset and priced.process_id = :process and priced.id = unit.id offset 0) priced on true
  ) suggested on true;
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) and exists (select 1 from pricing.process named where named.id = :process and named.asset_id = :asset) as found;
select json_build_object('added', coalesce((select json_agg(change) from (
  select (pair.added % 262144)::int as index, unit.id::text as unit_id, pair.provider_id, pair.lease_term, pair.lease_starts_on,
  case when pair.removed is not null then json_build_object('price', pair.old_price,
  'available_on', pair.old_available_on, 'status', pair.old_status, 'specials_description', pair.old_specials_description) end as before, case when pair.added is not null then json_build_object('price', pair.price,
  'available_on', pair.available_on, 'status', pair.status, 'specials_description', pair.specials_description) end as after
  from (select * from pg_temp.entry_change pair where (:kinds::text[] @> array['added']) and (pair.removed is null) order by pair.id limit 50) pair
  left join lateral (select unit.id from pricing.unit unit
  where unit.asset_id = :asset and unit.process_id = :process and unit.provider_id = pair.provider_id offset 0) unit on true order by pair.id) change), '[]'), 'removed', coalesce((select json_agg(change) from (
  select (pair.added % 262144)::int as index, unit.id::text as unit_id, pair.provider_id, pair.lease_term, pair.lease_starts_on,
  case when pair.removed is not null then json_build_object('price', pair.old_price,
  'available_on', pair.old_available_on, 'status', pair.old_status, 'specials_description', pair.old_specials_description) end as before, case when pair.added is not null then json_build_object('price', pair.price,
  'available_on', pair.available_on, 'status', pair.status, 'specials_description', pair.specials_description) end as after
  from (select * from pg_temp.entry_change pair where (:kinds::text[] @> array['removed']) and (pair.added is null) order by pair.id limit 50) pair
  left join lateral (select unit.id from pricing.unit unit
  where unit.asset_id = :asset and unit.process_id = :process and unit.provider_id = pair.provider_id offset 0) unit on true order by pair.id) change), '[]'), 'price_up', coalesce((select json_agg(change) from (
  select (pair.added % 262144)::int as index, unit.id::text as unit_id, pair.provider_id, pair.lease_term, pair.lease_starts_on,
  case when pair.removed is not null then json_build_object('price', pair.old_price,
  'available_on', pair.old_available_on, 'status', pair.old_status, 'specials_description', pair.old_specials_description) end as before, case when pair.added is not null then json_build_object('price', pair.price,
  'available_on', pair.available_on, 'status', pair.status, 'specials_description', pair.specials_description) end as after
  from (select * from pg_temp.entry_change pair where (:kinds::text[] @> array['price_up']) and (pair.price > pair.old_price) order by pair.id limit 50) pair
  left join lateral (select unit.id from pricing.unit unit
  where unit.asset_id = :asset and unit.process_id = :process and unit.provider_id = pair.provider_id offset 0) unit on true order by pair.id) change), '[]'), 'price_down', coalesce((select json_agg(change) from (
  select (pair.added % 262144)::int as index, unit.id::text as unit_id, pair.provider_id, pair.lease_term, pair.lease_starts_on,
  case when pair.removed is not null then json_build_object('price', pair.old_price,
  'available_on', pair.old_available_on, 'status', pair.old_status, 'specials_description', pair.old_specials_description) end as before, case when pair.added is not null then json_build_object('price', pair.price,
  'available_on', pair.available_on, 'status', pair.status, 'specials_description', pair.specials_description) end as after
  from (select * from pg_temp.entry_change pair where (:kinds::text[] @> array['price_down']) and (pair.price < pair.old_price) order by pair.id limit 50) pair
  left join lateral (select unit.id from pricing.unit unit
  where unit.asset_id = :asset and unit.process_id = :process and unit.provider_id = pair.provider_id offset 0) unit on true order by pair.id) change), '[]'), 'availability_changed', coalesce((select json_agg(change) from (
  select (pair.added % 262144)::int as index, unit.id::text as unit_id, pair.provider_id, pair.lease_term, pair.lease_starts_on,
  case when pair.removed is not null then json_build_object('price', pair.old_price,
  'available_on', pair.old_available_on, 'status', pair.old_status, 'specials_description', pair.old_specials_description) end as before, case when pair.added is not null then json_build_object('price', pair.price,
  'available_on', pair.available_on, 'status', pair.status, 'specials_description', pair.specials_description) end as after
  from (select * from pg_temp.entry_change pair where (:kinds::text[] @> array['availability_changed']) and (pair.available_on <> pair.old_available_on) order by pair.id limit 50) pair
  left join lateral (select unit.id from pricing.unit unit
  where unit.asset_id = :asset and unit.process_id = :process and unit.provider_id = pair.provider_id offset 0) unit on true order by pair.id) change), '[]'), 'specials_changed', coalesce((select json_agg(change) from (
  select (pair.added % 262144)::int as index, unit.id::text as unit_id, pair.provider_id, pair.lease_term, pair.lease_starts_on,
  case when pair.removed is not null then json_build_object('price', pair.old_price,
  'available_on', pair.old_available_on, 'status', pair.old_status, 'specials_description', pair.old_specials_description) end as before, case when pair.added is not null then json_build_object('price', pair.price,
  'available_on', pair.available_on, 'status', pair.status, 'specials_description', pair.specials_description) end as after
  from (select * from pg_temp.entry_change pair where (:kinds::text[] @> array['specials_changed']) and (pair.added is not null and pair.removed is not null and pair.specials_description is distinct from pair.old_specials_description) order by pair.id limit 50) pair
  left join lateral (select unit.id from pricing.unit unit
  where unit.asset_id = :asset and unit.process_id = :process and unit.provider_id = pair.provider_id offset 0) unit on true order by pair.id) change), '[]'), 'other_changed', coalesce((select json_agg(change) from (
  select (pair.added % 262144)::int as index, unit.id::text as unit_id, pair.provider_id, pair.lease_term, pair.lease_starts_on,
  case when pair.removed is not null then json_build_object('price', pair.old_price,
  'available_on', pair.old_available_on, 'status', pair.old_status, 'specials_description', pair.old_specials_description) end as before, case when pair.added is not null then json_build_object('price', pair.price,
  'available_on', pair.available_on, 'status', pair.status, 'specials_description', pair.specials_description) end as after
  from (select * from pg_temp.entry_change pair where (:kinds::text[] @> array['other_changed']) and (pair.hash <> pair.old_hash and pair.price = pair.old_price and pair.available_on = pair.old_available_on
  and pair.specials_description is not distinct from pair.old_specials_description) order by pair.id limit 50) pair
  left join lateral (select unit.id from pricing.unit unit
  where unit.asset_id = :asset and unit.process_id = :process and unit.provider_id = pair.provider_id offset 0) unit on true order by pair.id) change), '[]')) as changes;
select provider_id, (min(id) % 262144)::int as index
  from (select * from pg_temp.staged_entry where asset_id = :asset and transaction_id = :transaction) sent where provider_id in (select unnest(:providers::text[])) group by provider_id;
select unit.status, count(*)::int as units from pricing.unit unit
  where unit.asset_id = :asset and unit.process_id = :process and unit.status is not null
  and (select process.status_map from pricing.process process where process.asset_id = :asset and process.id = :process)
  ->> unit.status is null
  group by unit.status order by count(*) desc, unit.status limit 50;
