-- PublishedPrices
with day as materialized (
  select asset_id, (platform.now() at time zone time_zone)::date as today from catalog.time_zone_v1
  where asset_id = any (:assetIds::bigint[])
  )
  select unit.asset_id::text as "assetId", unit.process_id::text as "processId", unit.id::text as "unitId", unit.price,
  unit.full_price as "fullPrice", unit.available_on::text as "availableOn", case when unit.available_on is null
  or process.status_map ->> unit.status in ('reserved', 'sold', 'waitlist', 'off_market') then 'unavailable'
  when unit.available_on <= day.today then 'available' else 'upcoming' end as availability, unit.status,
  unit.show_pricing as "showPricing"
  from pricing.unit unit join day on day.asset_id = unit.asset_id
  join pricing.process process on process.asset_id = unit.asset_id and process.id = unit.process_id
  where unit.asset_id = any (:assetIds::bigint[])
  order by unit.asset_id, unit.process_id, unit.id;
