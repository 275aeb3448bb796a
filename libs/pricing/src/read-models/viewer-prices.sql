-- ViewerPrices
with published as (
  select process.*, process.published_at + interval '48 hours' as stale_at
  from pricing.process process where process.asset_id = :assetId
  ), shown as (
  select published.*, units.priced, units.visible, units.rows, units.next_available_on from published cross join lateral (
  select count(unit.price) as priced, count(unit.price) filter (where unit.show_pricing) as visible,
  min(unit.available_on) filter (where case when unit.available_on is null
  or published.status_map ->> unit.status in ('reserved', 'sold', 'waitlist', 'off_market') then 'unavailable'
  when unit.available_on <= (select (platform.now() at time zone zone.time_zone)::date from catalog.time_zone_v1 zone where zone.asset_id = :assetId) then 'available' else 'upcoming' end = 'upcoming') as next_available_on,
  coalesce(json_agg(json_build_object(
  'unit_id', unit.id::text,
  'price', case when unit.show_pricing then unit.price end,
  'full_price', case when unit.show_pricing then unit.full_price end,
  'specials_description', case when unit.show_pricing then unit.specials_description end,
  'available_on', unit.available_on, 'availability', case when unit.available_on is null
  or published.status_map ->> unit.status in ('reserved', 'sold', 'waitlist', 'off_market') then 'unavailable'
  when unit.available_on <= (select (platform.now() at time zone zone.time_zone)::date from catalog.time_zone_v1 zone where zone.asset_id = :assetId) then 'available' else 'upcoming' end, 'status', unit.status,
  'state', published.status_map ->> unit.status,
  'show_pricing', unit.show_pricing, 'show_online_leasing', unit.show_online_leasing)
  order by unit.id) filter (where unit.available_on is not null), '[]') as rows
  from pricing.unit unit where unit.asset_id = :assetId and unit.process_id = published.id
  ) units
  )
  select coalesce(json_agg(json_build_object(
  'process_id', shown.id::text, 'name', shown.name, 'pricing_strategy', shown.pricing_strategy,
  'state', case when shown.priced = 0 then 'empty' when shown.visible = 0 then 'hidden'
  when shown.stale_at <= platform.now() then 'stale' else 'live' end,
  'as_of', date_trunc('second', shown.published_at), 'units', shown.rows) order by shown.id), '[]')::text as json,
  least(min(shown.stale_at) filter (where shown.visible > 0 and shown.stale_at > platform.now()),
  min(shown.next_available_on)::timestamp at time zone
  (select zone.time_zone from catalog.time_zone_v1 zone where zone.asset_id = :assetId)) as "changesAt",
  coalesce(array_agg(shown.id::text) filter (where shown.show_status), '{}') as "statusShownBy",
  coalesce(json_object_agg(shown.id::text, shown.next_available_on) filter (where shown.id is not null), '{}') as "nextAvailableOn"
  from shown;
