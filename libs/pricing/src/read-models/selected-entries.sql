-- SelectedEntries
with selected as materialized (
  select process.id as process_id, process.published_transaction_id as generation, (select (process.published_at at time zone zone.time_zone)::date from catalog.time_zone_v1 zone where zone.asset_id = process.asset_id) as day, chosen.*
  from pricing.process process
  cross join lateral (select distinct on (entry.provider_id) entry.provider_id, entry.price, entry.available_on, entry.leasing_fields,
  entry.lease_term, (min(entry.lease_term) over (partition by entry.provider_id) < max(entry.lease_term) over (partition by entry.provider_id) or count(entry.lease_term) over (partition by entry.provider_id) between 1 and count(*) over (partition by entry.provider_id) - 1) or (min(entry.lease_starts_on) over (partition by entry.provider_id) < max(entry.lease_starts_on) over (partition by entry.provider_id) or count(entry.lease_starts_on) over (partition by entry.provider_id) between 1 and count(*) over (partition by entry.provider_id) - 1) as has_others
  from pricing.entry entry where entry.asset_id = :assetId and entry.transaction_id = process.published_transaction_id
  and entry.until is null
  order by entry.provider_id, (
  case when entry.lease_starts_on < (select (process.published_at at time zone zone.time_zone)::date from catalog.time_zone_v1 zone where zone.asset_id = process.asset_id) then 1::bigint << 61 else 0 end
  + (coalesce(abs(entry.lease_term - 12), 127)::bigint << 54) + case when entry.lease_term < 12 then 1::bigint << 53 else 0 end
  + (coalesce(entry.lease_starts_on - date '0001-01-01', 4194303)::bigint << 31) + entry.price
  ), entry.id) chosen
  where process.asset_id = :assetId
  ), shown as (
  select selected.process_id, unit.id, found.leasing_fields as fields, found.lease_term, coalesce(selected.has_others, false) as has_others
  from selected join pricing.unit unit on unit.asset_id = :assetId and unit.process_id = selected.process_id
  and unit.provider_id = selected.provider_id
  cross join lateral (
  select selected.leasing_fields, selected.lease_term where (selected.price, selected.available_on) = (unit.price, unit.available_on)
  union all
  (select entry.leasing_fields, entry.lease_term from pricing.entry entry where entry.asset_id = :assetId
  and entry.transaction_id = selected.generation and entry.until is null and entry.provider_id = selected.provider_id
  and (selected.price, selected.available_on) <> (unit.price, unit.available_on) and (entry.price, entry.available_on) = (unit.price, unit.available_on)
  order by (
  case when entry.lease_starts_on < selected.day then 1::bigint << 61 else 0 end
  + (coalesce(abs(entry.lease_term - 12), 127)::bigint << 54) + case when entry.lease_term < 12 then 1::bigint << 53 else 0 end
  + (coalesce(entry.lease_starts_on - date '0001-01-01', 4194303)::bigint << 31) + entry.price
  ), entry.id limit 1)
  ) found
  )
  select shown.process_id::text as process, shown.id::text as unit,
  (select json_object_agg(key, value) from json_each_text(shown.fields)) as fields, shown.lease_term as "leaseTerm",
  shown.has_others as "hasOthers"
  from shown where shown.fields is not null or shown.lease_term is not null or shown.has_others;
