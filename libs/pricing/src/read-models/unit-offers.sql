-- FindUnitOffers
select (select (platform.now() at time zone zone.time_zone)::date from catalog.time_zone_v1 zone where zone.asset_id = :asset)::text as today, (select (process.published_at at time zone zone.time_zone)::date from catalog.time_zone_v1 zone where zone.asset_id = :asset)::text as "publishedOn", (
  select coalesce(json_agg(json_build_object('price', entry.price, 'available_on', entry.available_on,
  'lease_term', entry.lease_term, 'lease_starts_on', entry.lease_starts_on) order by entry.id), '[]')
  from pricing.unit unit join pricing.entry entry on entry.asset_id = :asset
  and entry.transaction_id = process.published_transaction_id and entry.until is null and entry.provider_id = unit.provider_id
  where unit.asset_id = :asset and unit.process_id = process.id and unit.id = :unit and unit.show_pricing and entry.price > 0
  and case when unit.available_on is null
  or process.status_map ->> unit.status in ('reserved', 'sold', 'waitlist', 'off_market') then 'unavailable'
  when unit.available_on <= (select (platform.now() at time zone zone.time_zone)::date from catalog.time_zone_v1 zone where zone.asset_id = :asset) then 'available' else 'upcoming' end <> 'unavailable'
  ) as offers
  from pricing.process process where process.asset_id = :asset and process.id = :process;
