-- :process/units
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) and exists (select 1 from pricing.process parent where parent.id = :process and parent.asset_id = :asset) as found, (select json_build_object('publication', process.publication_id, 'as_of',
  (select date_trunc('second', publication.published_at) from pricing.publication publication
  where publication.asset_id = :asset and publication.process_id = :process and publication.id = process.publication_id))
  from pricing.process process where process.asset_id = :asset and process.id = :process) as members, * from (
  select string_agg(row_to_json(projected)::text, ',' order by unit.n) filter (where unit.n <= :size) as data,
  coalesce(max(unit.n) > :size, false) as more, (max(unit.id) filter (where unit.n <= :size))::text as last
  from (select unit.*, row_number() over (order by unit.id) as n from (select unit.* from catalog.unit_v1 unit
  where unit.asset_id = :asset  order by unit.id limit :size::int + 1 offset 0) unit) unit join pricing.process process on process.asset_id = :asset and process.id = :process left join lateral (select * from pricing.unit priced
  where priced.asset_id = :asset and priced.process_id = :process and priced.id = unit.id offset 0) priced on true cross join lateral (select unit.id::text, :process::bigint::text as pricing_id, priced.provider_id, unit.unit_number, priced.status, process.status_map ->> priced.status as state, priced.price,
  priced.full_price, coalesce(priced.show_pricing, true) as show_pricing,
  coalesce(priced.show_online_leasing, true) as show_online_leasing, priced.specials_description, priced.available_on,
  coalesce(priced.created_at, greatest(unit.created_at, process.created_at)) as created_at, coalesce(priced.updated_at, greatest(unit.created_at, process.created_at)) as updated_at) projected
  ) listed;

-- :process/units?publication=1
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) and exists (select 1 from pricing.process parent where parent.id = :process and parent.asset_id = :asset) as found, * from (
  select string_agg(row_to_json(projected)::text, ',' order by unit.n) filter (where unit.n <= :size) as data,
  coalesce(max(unit.n) > :size, false) as more, (max(unit.id) filter (where unit.n <= :size))::text as last
  from (select unit.*, row_number() over (order by unit.id) as n from (select unit.* from catalog.unit_v1 unit
  where unit.asset_id = :asset  order by unit.id limit :size::int + 1 offset 0) unit) unit join pricing.process process on process.asset_id = :asset and process.id = :process left join lateral (
  select latest.created_at, shown.* from pricing.unit latest cross join lateral (
  select latest.provider_id, latest.status, latest.price, latest.full_price, latest.show_pricing, latest.show_online_leasing, latest.specials_description, latest.available_on, latest.updated_at where coalesce(latest.since, 0) <= :number::bigint
  union all
  (with recursive past as (
  select state.* from pricing.unit_state state where state.asset_id = :asset and state.process_id = :process
  and state.until = latest.since and state.unit_id = latest.id and not (coalesce(latest.since, 0) <= :number::bigint)
  union all
  select state.* from past join pricing.unit_state state on state.asset_id = :asset and state.process_id = :process
  and state.until = past.since and state.unit_id = past.unit_id
  where past.since < past.until and not (coalesce(past.since, 0) <= :number::bigint))
  select past.provider_id, past.status, past.price, past.full_price, past.show_pricing, past.show_online_leasing, past.specials_description, past.available_on, date_trunc('second', coalesce(past.valid_from, latest.created_at)) from past
  where coalesce(past.since, 0) <= :number::bigint and past.until > :number::bigint)) shown
  where latest.asset_id = :asset and latest.process_id = :process and latest.id = unit.id offset 0) priced on true cross join lateral (select unit.id::text, :process::bigint::text as pricing_id, priced.provider_id, unit.unit_number, priced.status, process.status_map ->> priced.status as state, priced.price,
  priced.full_price, coalesce(priced.show_pricing, true) as show_pricing,
  coalesce(priced.show_online_leasing, true) as show_online_leasing, priced.specials_description, priced.available_on,
  coalesce(priced.created_at, greatest(unit.created_at, process.created_at)) as created_at, coalesce(priced.updated_at, greatest(unit.created_at, process.created_at)) as updated_at) projected
  ) listed;

-- :process/units/1
select (select row_to_json(projected)::text from (select unit.id::text, :process::bigint::text as pricing_id, priced.provider_id, unit.unit_number, priced.status, process.status_map ->> priced.status as state, priced.price,
  priced.full_price, coalesce(priced.show_pricing, true) as show_pricing,
  coalesce(priced.show_online_leasing, true) as show_online_leasing, priced.specials_description, priced.available_on,
  coalesce(priced.created_at, greatest(unit.created_at, process.created_at)) as created_at, coalesce(priced.updated_at, greatest(unit.created_at, process.created_at)) as updated_at) projected) as data from catalog.unit_v1 unit join pricing.process process on process.asset_id = :asset and process.id = :process left join lateral (select * from pricing.unit priced
  where priced.asset_id = :asset and priced.process_id = :process and priced.id = unit.id offset 0) priced on true where unit.asset_id = :asset and unit.id = :unit and exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) and exists (select 1 from pricing.process parent where parent.id = :process and parent.asset_id = :asset);

-- :process/units/1?at=2026-01-01
select (select row_to_json(projected)::text from (select unit.id::text, :process::bigint::text as pricing_id, priced.provider_id, unit.unit_number, priced.status, process.status_map ->> priced.status as state, priced.price,
  priced.full_price, coalesce(priced.show_pricing, true) as show_pricing,
  coalesce(priced.show_online_leasing, true) as show_online_leasing, priced.specials_description, priced.available_on,
  coalesce(priced.created_at, greatest(unit.created_at, process.created_at)) as created_at, coalesce(priced.updated_at, greatest(unit.created_at, process.created_at)) as updated_at) projected) as data from catalog.unit_v1 unit join pricing.process process on process.asset_id = :asset and process.id = :process left join lateral (
  select latest.created_at, shown.* from pricing.unit latest cross join lateral (
  select latest.provider_id, latest.status, latest.price, latest.full_price, latest.show_pricing, latest.show_online_leasing, latest.specials_description, latest.available_on, latest.updated_at where coalesce(latest.valid_from, '-infinity') < :at::timestamptz + interval '1 second'
  union all
  (with recursive past as (
  select state.* from pricing.unit_state state where state.asset_id = :asset and state.process_id = :process
  and state.until = latest.since and state.unit_id = latest.id and not (coalesce(latest.valid_from, '-infinity') < :at::timestamptz + interval '1 second')
  union all
  select state.* from past join pricing.unit_state state on state.asset_id = :asset and state.process_id = :process
  and state.until = past.since and state.unit_id = past.unit_id
  where past.since < past.until and not (coalesce(past.valid_from, '-infinity') < :at::timestamptz + interval '1 second'))
  select past.provider_id, past.status, past.price, past.full_price, past.show_pricing, past.show_online_leasing, past.specials_description, past.available_on, date_trunc('second', coalesce(past.valid_from, latest.created_at)) from past
  where coalesce(past.valid_from, '-infinity') < :at::timestamptz + interval '1 second' and past.valid_to >= :at::timestamptz + interval '1 second')) shown
  where latest.asset_id = :asset and latest.process_id = :process and latest.id = unit.id offset 0) priced on true where unit.asset_id = :asset and unit.id = :unit and exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) and exists (select 1 from pricing.process parent where parent.id = :process and parent.asset_id = :asset);

-- :process/units/1/history?from=2026-01-01&to=2027-01-01
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) and exists (select 1 from pricing.process parent where parent.id = :process and parent.asset_id = :asset) and exists (select 1 from catalog.unit_v1 parent where parent.id = :unit and parent.asset_id = :asset) as found, * from (
  select string_agg(row_to_json(projected)::text, ',') filter (where state.n <= :size) as data,
  coalesce(max(state.n) > :size, false) as more, (min(state.id) filter (where state.n <= :size))::text as last
  from (select state.*, row_number() over (order by state.id desc) as n from (select state.* from (select shown.* from pricing.unit latest cross join lateral (
  select 9223372036854775807 as id, latest.valid_from, null::timestamptz as valid_to, latest.since, latest.provider_id, latest.status, latest.price, latest.full_price, latest.show_pricing, latest.show_online_leasing, latest.specials_description, latest.available_on
  union all
  (with recursive past as (
  select state.* from pricing.unit_state state where state.asset_id = :asset and state.process_id = :process
  and state.until = latest.since and state.unit_id = latest.id and true
  union all
  select state.* from past join pricing.unit_state state on state.asset_id = :asset and state.process_id = :process
  and state.until = past.since and state.unit_id = past.unit_id
  where past.since < past.until and true)
  select past.id, past.valid_from, past.valid_to, past.since, past.provider_id, past.status, past.price, past.full_price, past.show_pricing, past.show_online_leasing, past.specials_description, past.available_on from past)) shown
  where latest.asset_id = :asset and latest.process_id = :process and latest.id = :unit) state
  where (:from::timestamptz is null or state.valid_to is null or state.valid_to >= :from::timestamptz)
  and (:to::timestamptz is null or state.valid_from is null or state.valid_from < :to::timestamptz + interval '1 second')  order by state.id desc limit :size::int + 1 offset 0) state) state  cross join lateral (select date_trunc('second', state.valid_from) as "from", date_trunc('second', state.valid_to) as "to", nullif(state.since, 0) as publication,
  state.provider_id, state.status, state.price, state.full_price, state.show_pricing, state.show_online_leasing, state.specials_description, state.available_on) projected
  ) listed;

-- PUT :process/units/1
insert into pricing.unit_state (asset_id, process_id, unit_id, valid_from, valid_to, since, until, provider_id, status, price, full_price, show_pricing, show_online_leasing, specials_description, available_on)
  select :asset::bigint, :process::bigint, former.id, former.valid_from, :at::timestamptz, former.since, :publication::bigint, former.provider_id, former.status, former.price, former.full_price, former.show_pricing, former.show_online_leasing, former.specials_description, former.available_on
  from pricing.unit former where former.asset_id = :asset and former.process_id = :process and former.id = :unit;
insert into pricing.unit (asset_id, process_id, id, created_at)
  select unit.asset_id, process.id, unit.id, greatest(unit.created_at, process.created_at)
  from catalog.unit_v1 unit join pricing.process process on process.asset_id = :asset and process.id = :process
  where unit.asset_id = :asset and unit.id = :unit order by unit.id for key share of unit
  on conflict do nothing returning id::text;
select distinct on (entry.provider_id) entry.provider_id as provider, entry.price, entry.available_on::text as "availableOn", entry.status, entry.specials_description as "specialsDescription"
  from pricing.entry entry where entry.asset_id = :asset and entry.transaction_id = :transaction
  and entry.until is null and entry.provider_id = :provider
  order by entry.provider_id, (
  case when entry.lease_starts_on < (select (platform.now() at time zone zone.time_zone)::date from catalog.time_zone_v1 zone where zone.asset_id = :asset) then 1::bigint << 61 else 0 end
  + (coalesce(abs(entry.lease_term - 12), 127)::bigint << 54) + case when entry.lease_term < 12 then 1::bigint << 53 else 0 end
  + (coalesce(entry.lease_starts_on - date '0001-01-01', 4194303)::bigint << 31) + entry.price
  ), entry.id;
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) and exists (select 1 from pricing.process named where named.id = :process and named.asset_id = :asset) and exists (select 1 from catalog.unit_v1 named where named.id = :unit and named.asset_id = :asset) as found;
select from pricing.unit where asset_id = :asset and process_id = :process and provider_id = :provider;
select published_transaction_id::text as generation, coalesce(publication_id, 0)::text as publication from pricing.process
  where asset_id = :asset and id = :process for share;

-- PUT :process/units/batch
insert into pricing.unit_state (asset_id, process_id, unit_id, valid_from, valid_to, since, until, provider_id, status, price, full_price, show_pricing, show_online_leasing, specials_description, available_on)
  select :asset::bigint, :process::bigint, former.id, former.valid_from, :at::timestamptz, former.since, :publication::bigint, former.provider_id, former.status, former.price, former.full_price, former.show_pricing, former.show_online_leasing, former.specials_description, former.available_on
  from pricing.unit former where former.asset_id = :asset and former.process_id = :process and former.id = any (:units::bigint[]);
select distinct on (entry.provider_id) entry.provider_id as provider, entry.price, entry.available_on::text as "availableOn", entry.status, entry.specials_description as "specialsDescription"
  from pricing.entry entry where entry.asset_id = :asset and entry.transaction_id = :transaction
  and entry.until is null and entry.provider_id = any (:providers::text[])
  order by entry.provider_id, (
  case when entry.lease_starts_on < (select (platform.now() at time zone zone.time_zone)::date from catalog.time_zone_v1 zone where zone.asset_id = :asset) then 1::bigint << 61 else 0 end
  + (coalesce(abs(entry.lease_term - 12), 127)::bigint << 54) + case when entry.lease_term < 12 then 1::bigint << 53 else 0 end
  + (coalesce(entry.lease_starts_on - date '0001-01-01', 4194303)::bigint << 31) + entry.price
  ), entry.id;
select provider_id as provider from pricing.unit
  where asset_id = :asset and process_id = :process and provider_id = any (:providers::text[]) and not id = any (:units::bigint[]);
update pricing.unit stored set "provider_id" = given."provider_id", "price" = given."price", "available_on" = given."available_on", "valid_from" = given."valid_from", "updated_at" = now() from json_to_recordset(:rows::json) as given ("asset_id" bigint, "id" bigint, "process_id" bigint, "provider_id" text, "price" integer, "available_on" date, "valid_from" timestamp with time zone)
  where stored."asset_id" = given."asset_id" and stored."id" = given."id" and stored."process_id" = given."process_id";

-- units?include=pricing_units
select unit.id::text as unit, json_agg(shown order by process.id) as rows
  from unnest(:units::bigint[]) wanted (id)
  cross join lateral (select * from catalog.unit_v1 where asset_id = :asset and id = wanted.id offset 0) unit
  join pricing.process process on process.asset_id = :asset
  left join lateral (select * from pricing.unit priced
  where priced.asset_id = :asset and priced.process_id = process.id and priced.id = unit.id offset 0) priced on true
  cross join lateral (select unit.id::text, process.id::text as pricing_id, priced.provider_id, unit.unit_number, priced.status, process.status_map ->> priced.status as state, priced.price,
  priced.full_price, coalesce(priced.show_pricing, true) as show_pricing,
  coalesce(priced.show_online_leasing, true) as show_online_leasing, priced.specials_description, priced.available_on,
  coalesce(priced.created_at, greatest(unit.created_at, process.created_at)) as created_at, coalesce(priced.updated_at, greatest(unit.created_at, process.created_at)) as updated_at) shown
  group by unit.id;
