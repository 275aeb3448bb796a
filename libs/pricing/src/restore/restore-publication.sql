-- POST :process/publications/1/restore
insert into pg_temp.staged_entry (asset_id, transaction_id, id, unit_number, provider_id, price, available_on, lease_term,
  lease_starts_on, status, specials_description, leasing_fields, building, hash) select asset_id, :transaction::bigint, (:deliveries::bigint[])[1 + (row_number() over (order by id) - 1) / 262144] * 262144 + (row_number() over (order by id) - 1) % 262144, unit_number, provider_id, price, available_on, lease_term,
  lease_starts_on, status, specials_description, leasing_fields, building, hash from pricing.entry
  where asset_id = :asset and transaction_id = :generation::bigint and since <= :number::bigint
  and (until is null or until > :number::bigint);
insert into pricing.entry (asset_id, transaction_id, id, unit_number, provider_id, price, available_on, lease_term,
  lease_starts_on, status, specials_description, leasing_fields, building, hash) overriding system value
  select asset_id, transaction_id, id, unit_number, provider_id, price, available_on, lease_term,
  lease_starts_on, status, specials_description, leasing_fields, building, hash from (select * from pg_temp.staged_entry where asset_id = :asset and transaction_id = :transaction) sent;
select array_agg(nextval(pg_get_serial_sequence('pricing.entry', 'id')))::text[] as deliveries
  from generate_series(0, :entries::integer / 262144);
select count(*)::int as entries, (sum((hash >> 32) & 4294967295) % 4294967296)::bigint::text as high,
  (sum(hash & 4294967295) % 4294967296)::bigint::text as low,
  (coalesce(sum(pg_column_size(staged)), 0) + 200 * count(*))::float8 as bytes
  from pg_temp.staged_entry staged where transaction_id = :transaction::bigint;
select entry_count as entries from pricing.publication
  where asset_id = :asset and process_id = :process and id = :number::bigint for key share;
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) and exists (select 1 from pricing.process named where named.id = :process and named.asset_id = :asset) and exists (select 1 from pricing.publication named where named.id = :publication and named.asset_id = :asset and named.process_id = :process) as found;
select nextval(pg_get_serial_sequence('pricing.transaction', 'id'))::text as transaction;
with lost as (
  select distinct on (state.unit_id) state.unit_id, state.full_price, state.is_lost
  from (select unit_id, id, full_price, lead(id) over later is not null and lead(price) over later is null as is_lost
  from pricing.unit_state where asset_id = :asset and process_id = :process and until > :number::bigint
  window later as (partition by unit_id order by id)) state
  where state.full_price is not null order by state.unit_id, state.id desc
  ), former as materialized (
  select unit.*, lost.full_price as lost_price from pricing.unit unit join lost on lost.unit_id = unit.id
  where unit.asset_id = :asset and unit.process_id = :process and unit.price is not null and unit.full_price is null and lost.is_lost
  ), kept as (
  insert into pricing.unit_state (asset_id, process_id, unit_id, valid_from, valid_to, since, until, provider_id, status, price, full_price, show_pricing, show_online_leasing, specials_description, available_on)
  select :asset::bigint, :process::bigint, former.id, former.valid_from, :at::timestamptz, former.since, :publication::bigint, former.provider_id, former.status, former.price, former.full_price, former.show_pricing, former.show_online_leasing, former.specials_description, former.available_on
  from former where former.valid_from is distinct from :at::timestamptz order by former.id
  )
  update pricing.unit unit set full_price = former.lost_price, updated_at = now(), valid_from = :at::timestamptz, since = :publication::bigint
  from former where unit.asset_id = :asset and unit.process_id = :process and unit.id = former.id;
