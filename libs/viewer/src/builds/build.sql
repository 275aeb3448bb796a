-- a run of FollowChangeLogJob
with change as materialized (
  select distinct asset, transaction_id from unnest(:assets::bigint[], :transactions::bigint[]) change (asset, transaction_id)
  )
  select request.asset_id::text as asset from change
  join viewer.build_request request on request.asset_id = change.asset and (not pg_visible_in_snapshot(change.transaction_id::text::xid8, request.snapshot::pg_snapshot)
  or pg_snapshot_xmax(request.snapshot::pg_snapshot) > pg_snapshot_xmax(pg_current_snapshot()))
  union select request.asset_id::text from change
  join viewer.build_request request on change.asset = 0 and (not pg_visible_in_snapshot(change.transaction_id::text::xid8, request.snapshot::pg_snapshot)
  or pg_snapshot_xmax(request.snapshot::pg_snapshot) > pg_snapshot_xmax(pg_current_snapshot()));
with since as materialized (
  select case when pg_postmaster_start_time()::text = :server then :snapshot else '1:1:' end::pg_snapshot as snapshot
  )
  select pg_current_snapshot()::text as snapshot, pg_postmaster_start_time()::text as server, changes.assets, changes.transactions
  from since cross join lateral (
  select coalesce(array_agg(asset::text), '{}') as assets, coalesce(array_agg(transaction_id::text), '{}') as transactions
  from platform.change_log_v1 change where transaction_id >= pg_snapshot_xmin(since.snapshot)::text::bigint
  and table_name = any (:tables)
  and not pg_visible_in_snapshot(change.transaction_id::text::xid8, since.snapshot) and pg_visible_in_snapshot(change.transaction_id::text::xid8, pg_current_snapshot())
  ) changes
  where pg_current_snapshot()::text <> since.snapshot::text;

-- POST caches/build
insert into viewer.build_request as known (asset_id)
  select asset.id from catalog.asset_v1 asset where asset.id = any (:assets::bigint[]) order by asset.id
  on conflict (asset_id) do update set requested = known.requested + 1, snapshot = excluded.snapshot, attempts = 0, next_try_at = excluded.next_try_at;

-- a run of BuildDocumentsJob
insert into viewer.asset_view (asset_id, body, maps, markers, time_zone, count_visits, etag)
  values (:asset, :body, :maps, :markers, :timeZone, :countVisits, :etag)
  on conflict (asset_id) do update set body = excluded.body, maps = excluded.maps, markers = excluded.markers,
  time_zone = excluded.time_zone, count_visits = excluded.count_visits, etag = excluded.etag;
insert into viewer.document (asset_id, built_for, body, maps, etag, due_at, built_at)
  values (:asset, :revision, :body, :maps, :etag, :dueAt, :now)
  on conflict (asset_id) do update set built_for = excluded.built_for, body = excluded.body, maps = excluded.maps,
  etag = excluded.etag, due_at = excluded.due_at, built_at = excluded.built_at;
select asset_id::text as asset from viewer.build_request where next_try_at <= (select platform.now())
  order by next_try_at limit 100;
select asset_id::text as asset from viewer.document where due_at <= (select platform.now())
  order by due_at limit 100;
select extract(epoch from platform.now() - min(request.next_try_at))::float8 as lag from viewer.build_request request
  left join viewer.document document on document.asset_id = request.asset_id
  where request.next_try_at is not null and request.requested > coalesce(document.built_for, 0);
select pg_advisory_xact_lock(1766000900, hashint8(:asset::bigint));
select pg_notify('outbox', '');
select pg_try_advisory_xact_lock(:lock, hashint8(:asset)) as locked;
select request.asset_id::text as id from viewer.build_request request
  left join viewer.document document on document.asset_id = request.asset_id
  where request.next_try_at is not null and request.requested > coalesce(document.built_for, 0) and request.next_try_at <= (select platform.now())
  order by request.next_try_at limit 20;
select request.requested, platform.now() as now from viewer.build_request request
  where request.asset_id = :asset and not exists (select from viewer.document document
  where document.asset_id = :asset and document.built_for >= request.requested);
set transaction isolation level repeatable read;
update viewer.build_request request set next_try_at = null
  where request.asset_id = any (:assets::bigint[]) and request.next_try_at <= platform.now()
  and exists (select from viewer.document document where document.asset_id = request.asset_id
  and document.built_for >= request.requested offset 0);
with stored as (
  insert into viewer.priced_view (asset_id, process_id, body, state, as_of, next_available_on, etag)
  select :asset, view.* from json_to_recordset(:views::json)
  as view (process bigint, body text, state text, "asOf" timestamptz, "nextAvailableOn" date, etag text)
  on conflict (asset_id, process_id) do update set body = excluded.body, state = excluded.state, as_of = excluded.as_of,
  next_available_on = excluded.next_available_on, etag = excluded.etag
  )
  delete from viewer.priced_view where asset_id = :asset and process_id <> all (:processes::bigint[]);

-- a run of FollowChangeLogJob after a change
insert into viewer.build_request as known (asset_id)
  select asset.id from catalog.asset_v1 asset where asset.id = any (:assets::bigint[]) order by asset.id
  on conflict (asset_id) do update set requested = known.requested + 1, snapshot = excluded.snapshot, attempts = case when known.next_try_at is null then 0 else known.attempts end,
  next_try_at = coalesce(known.next_try_at, excluded.next_try_at);

-- a failed build
update viewer.build_request set attempts = attempts + 1,
  next_try_at = to_timestamp(extract(epoch from platform.now())::float8 + least(600, 5 * power(2, least(attempts, 10))))
  where asset_id = :asset returning attempts;
