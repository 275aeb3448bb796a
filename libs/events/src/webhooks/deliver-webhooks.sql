-- runs of DeliverWebhooksJob
select extract(epoch from platform.now() - min(delivery.due_at))::float8 as lag
  from events.webhook webhook join events.webhook_lane lane on lane.webhook_id = webhook.id
  join events.delivery delivery on delivery.webhook_id = webhook.id and delivery.state = 'pending' and delivery.due_at <= (select platform.now())
  and (webhook.is_enabled or delivery.type = 'webhook.ping') and (lane.paused_until is null or lane.paused_until <= (select platform.now())) and delivery.tried = 0 where lane.failing_since is null;
select from events.delivery delivery join events.webhook webhook on webhook.id = delivery.webhook_id
  join events.webhook_lane lane on lane.webhook_id = webhook.id where webhook.id = :webhook and delivery.webhook_id = webhook.id and delivery.state = 'pending' and delivery.due_at <= (select platform.now())
  and (webhook.is_enabled or delivery.type = 'webhook.ping') and (lane.paused_until is null or lane.paused_until <= (select platform.now())) limit 1 offset 100;
select webhook.id::text, lane.failing_since is not null as "isFailing" from events.webhook webhook join events.webhook_lane lane on lane.webhook_id = webhook.id
  where (lane.leased_by = :process or lane.leased_until is null or lane.leased_until < clock_timestamp()) and exists (select from events.delivery delivery where delivery.webhook_id = webhook.id and delivery.state = 'pending' and delivery.due_at <= (select platform.now())
  and (webhook.is_enabled or delivery.type = 'webhook.ping') and (lane.paused_until is null or lane.paused_until <= (select platform.now())));
select webhook.id::text, webhook.types, webhook.accounts::text[], webhook.assets::text[], lane.position::text,
  lane.unit_id::text as unit, feed.position::text as until, lane.failing_since is not null as "isFailing"
  from events.webhook webhook join events.webhook_lane lane on lane.webhook_id = webhook.id cross join events.feed feed
  where webhook.is_enabled and (lane.position < feed.position or lane.unit_id is not null);
update events.webhook_lane set leased_by = null, leased_until = null
  where webhook_id = :webhook and leased_by = :process;
with found as materialized (
  select event.position, each.unit_id, event.asset_id, each.event_id, each.type, each.text
  from events.event event cross join lateral (
  select 0::bigint as unit_id, event.asset_id || '-' || event.sequence as event_id, event.type, case event.asset_id when 0 then json_build_object('id', event.asset_id || '-' || event.sequence, 'type', event.type, 'timestamp', date_trunc('second', event.at), 'data', event.data)
  else json_build_object('id', event.asset_id || '-' || event.sequence, 'type', event.type, 'timestamp', date_trunc('second', event.at), 'asset_id', event.asset_id::text, 'sequence', event.sequence, 'data', event.data) end::text as text
  where event.position > :position::bigint and (:types::text[] is null or event.type like any (:types))
  union all (select change.unit_id, event.asset_id || '-' || event.sequence || '-' || change.unit_id, 'pricing.unit_changed',
  json_build_object('id', event.asset_id || '-' || event.sequence || '-' || change.unit_id, 'type', 'pricing.unit_changed', 'timestamp', date_trunc('second', event.at), 'asset_id', event.asset_id::text, 'sequence', event.sequence, 'data', json_build_object(
  'id', change.unit_id::text, 'number', unit.unit_number, 'process_id', change.process_id::text, 'publication', change.publication_id,
  'before', change.before, 'after', change.after, 'url', replace(replace(replace('/v1/assets/{asset}/multifamily/pricing/{process}/units/{id}', '{asset}', coalesce(event.asset_id::text, '')), '{process}', coalesce(change.process_id::text, '')), '{id}', coalesce(change.unit_id::text, ''))))::text
  from pricing.unit_change_v1 change join catalog.unit_v1 unit on unit.asset_id = change.asset_id and unit.id = change.unit_id
  where event.type = 'pricing.published' and change.asset_id = event.asset_id and change.process_id = (event.data ->> 'process_id')::bigint
  and change.publication_id = (event.data ->> 'publication')::bigint
  and (event.position > :position::bigint or change.unit_id > :unit::bigint)
  order by change.unit_id  limit 1000)
  ) each
  where event.position >= :position::bigint and event.position <= :until::bigint and (((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = event.asset_id and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or event.asset_id = any (:assets))) or event.asset_id = 0 and exists (
  select from events.webhook webhook where webhook.id = (event.data ->> 'webhook_id')::bigint and ((:accounts::bigint[] is null or webhook.accounts <@ :accounts)
  and (:assets::bigint[] is null or webhook.assets <@ :assets)))) and (:asset::bigint is null or event.asset_id = :asset)
  order by event.position , each.unit_id  limit 1000
  ), last as (
  select position, unit_id from found order by position desc, unit_id desc limit 1
  ), place as (
  select position, unit_id from last where (select count(*) from found) = 1000
  union all select :until::bigint, null where (select count(*) from found) < 1000
  ), moved as (
  update events.webhook_lane lane set position = place.position, unit_id = place.unit_id from place
  where lane.webhook_id = :webhook and lane.position = :position and lane.unit_id is not distinct from :unit::bigint returning lane.webhook_id
  )
  insert into events.delivery (webhook_id, event_id, type, lane, body, due_at, created_at)
  select moved.webhook_id, found.event_id, found.type, found.asset_id::text, found.text, platform.now(), platform.now()
  from found cross join moved order by found.position, found.unit_id;
with found as materialized (
  select event.position, null::bigint as unit_id, event.asset_id, event.asset_id || '-' || event.sequence as event_id, event.type, case event.asset_id when 0 then json_build_object('id', event.asset_id || '-' || event.sequence, 'type', event.type, 'timestamp', date_trunc('second', event.at), 'data', event.data)
  else json_build_object('id', event.asset_id || '-' || event.sequence, 'type', event.type, 'timestamp', date_trunc('second', event.at), 'asset_id', event.asset_id::text, 'sequence', event.sequence, 'data', event.data) end::text as text
  from events.event event where event.position > :position::bigint and event.position <= :until::bigint and (((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = event.asset_id and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or event.asset_id = any (:assets))) or event.asset_id = 0 and exists (
  select from events.webhook webhook where webhook.id = (event.data ->> 'webhook_id')::bigint and ((:accounts::bigint[] is null or webhook.accounts <@ :accounts)
  and (:assets::bigint[] is null or webhook.assets <@ :assets)))) and (:asset::bigint is null or event.asset_id = :asset) and (:types::text[] is null or event.type like any (:types))
  order by event.position  limit 1000
  ), last as (
  select position, unit_id from found order by position desc, unit_id desc limit 1
  ), place as (
  select position, unit_id from last where (select count(*) from found) = 1000
  union all select :until::bigint, null where (select count(*) from found) < 1000
  ), moved as (
  update events.webhook_lane lane set position = place.position, unit_id = place.unit_id from place
  where lane.webhook_id = :webhook and lane.position = :position and lane.unit_id is not distinct from :unit::bigint returning lane.webhook_id
  )
  insert into events.delivery (webhook_id, event_id, type, lane, body, due_at, created_at)
  select moved.webhook_id, found.event_id, found.type, found.asset_id::text, found.text, platform.now(), platform.now()
  from found cross join moved order by found.position, found.unit_id;
with leased as (
  update events.webhook_lane lane set leased_by = :process, leased_until = clock_timestamp() + interval '1 minute'
  where lane.webhook_id = :webhook and (lane.leased_by = :process or lane.leased_until is null or lane.leased_until < clock_timestamp()) returning lane.*
  )
  select delivery.id::text, delivery.event_id as event, delivery.type, delivery.lane, delivery.body, delivery.tried, webhook.url,
  array_remove(array[webhook.secret, case when webhook.previous_secret_ends_at > platform.now() then webhook.previous_secret end], null) as secrets
  from leased lane join events.webhook webhook on webhook.id = lane.webhook_id
  cross join lateral (select delivery.* from events.delivery delivery where delivery.webhook_id = webhook.id and delivery.state = 'pending' and delivery.due_at <= (select platform.now())
  and (webhook.is_enabled or delivery.type = 'webhook.ping') and (lane.paused_until is null or lane.paused_until <= (select platform.now())) order by delivery.id limit 100) delivery
  order by delivery.id;
with recorded as (
  update events.delivery delivery set state = :state, tried = delivery.tried + 1,
  due_at = platform.now() + make_interval(secs => :delay::float8),
  tries = case when jsonb_array_length(tries) >= 20 then tries - 0 else tries end || jsonb_build_object(
  'at', date_trunc('second', platform.now()), 'duration_ms', :duration::int, 'status', :status::int, 'error', :error::text, 'response', :response::text)
  where delivery.webhook_id = :webhook and delivery.id = :id
  )
  update events.webhook_lane lane set
  last_success_at = case when :isSuccess then platform.now() else last_success_at end,
  failing_since = case when :isSuccess then null else coalesce(failing_since, platform.now()) end,
  paused_until = case when :pause::float8 > 0 then platform.now() + make_interval(secs => :pause::float8) end
  where lane.webhook_id = :webhook returning failing_since <= platform.now() - interval '5 days' as "isLost";

-- a run of PurgeDeliveriesJob
delete from events.delivery using (
  select webhook_id, id from events.delivery
  where created_at < (select platform.now()) - make_interval(days => :days::int)
  order by created_at limit 5000
  ) old where delivery.webhook_id = old.webhook_id and delivery.id = old.id;
