-- visits
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) as found, * from (
  select string_agg(row_to_json(projected)::text, ',') filter (where visits.n <= :size) as data,
  coalesce(max(visits.n) > :size, false) as more, (max(visits.id) filter (where visits.n <= :size))::text as last
  from (select visits.*, row_number() over (order by visits.day, visits.unit_id nulls first) as n from (select visits.* from (select 0 as id, day, null::bigint as unit_id, views, 0 as opens, filters, outbound_clicks
  from viewer.page_visit_count where asset_id = :asset and day >= coalesce(:from::date, coalesce(:to::date, platform.now()::date) - 30)
  and day <= coalesce(:to::date, coalesce(:from::date, platform.now()::date) + 100)
  union all select 0, day, unit_id, views, opens, 0, outbound_clicks from viewer.unit_visit_count where asset_id = :asset and day >= coalesce(:from::date, coalesce(:to::date, platform.now()::date) - 30)
  and day <= coalesce(:to::date, coalesce(:from::date, platform.now()::date) + 100)) visits
  where true  order by visits.day, visits.unit_id nulls first limit :size::int + 1 offset :offset::bigint) visits) visits  cross join lateral (select visits.day, visits.unit_id::text, visits.views, visits.opens, visits.filters, visits.outbound_clicks) projected
  ) listed;

-- POST /embed/{key}/visits
select view.asset_id::text as asset, (platform.now() at time zone view.time_zone)::date::text as day,
  array(select unit.id::text from catalog.unit_v1 unit
  where unit.asset_id = view.asset_id and unit.id = any (:units::bigint[])) as units
  from viewer.asset_view view where view.asset_id = any (:assets::bigint[]) and view.count_visits;

-- a run of StoreVisitsJob
with counted as materialized (select visits.* from json_to_recordset(:counts::json)
  as visits (asset bigint, day date, unit bigint, view bigint, open bigint, filter bigint, outbound_click bigint)),
  pages as (
  insert into viewer.page_visit_count as stored (asset_id, day, views, filters, outbound_clicks)
  select counted.asset, counted.day, counted.view, counted.filter, counted.outbound_click from counted
  join catalog.asset_v1 asset on asset.id = counted.asset where counted.unit is null order by counted.asset, counted.day
  on conflict (asset_id, day) do update set views = stored.views + excluded.views,
  filters = stored.filters + excluded.filters, outbound_clicks = stored.outbound_clicks + excluded.outbound_clicks
  )
  insert into viewer.unit_visit_count as stored (asset_id, day, unit_id, views, opens, outbound_clicks)
  select counted.asset, counted.day, counted.unit, counted.view, counted.open, counted.outbound_click from counted
  join catalog.unit_v1 unit on unit.asset_id = counted.asset and unit.id = counted.unit
  order by counted.asset, counted.day, counted.unit
  on conflict (asset_id, day, unit_id) do update set views = stored.views + excluded.views,
  opens = stored.opens + excluded.opens, outbound_clicks = stored.outbound_clicks + excluded.outbound_clicks;

-- a run of PurgeVisitsJob
delete from viewer.page_visit_count where (asset_id, day) in (
  select asset_id, day from viewer.page_visit_count where day < (select platform.now())::date - :days::int order by day limit 5000);
delete from viewer.unit_visit_count where (asset_id, day, unit_id) in (
  select asset_id, day, unit_id from viewer.unit_visit_count where day < (select platform.now())::date - :days::int order by day limit 5000);
