-- /v1/webhooks
select true as found, * from (
  select string_agg(row_to_json(projected)::text, ',' order by webhook.n) filter (where webhook.n <= :size) as data,
  coalesce(max(webhook.n) > :size, false) as more, (max(webhook.id) filter (where webhook.n <= :size))::text as last
  from (select webhook.*, row_number() over (order by webhook.id) as n from (select webhook.* from events.webhook webhook
  where ((:accounts::bigint[] is null or webhook.accounts <@ :accounts)
  and (:assets::bigint[] is null or webhook.assets <@ :assets))  order by webhook.id limit :size::int + 1 offset 0) webhook) webhook join events.webhook_lane lane on lane.webhook_id = webhook.id cross join lateral (
  select count(*)::int as waiting_count,
  coalesce(extract(epoch from platform.now() - min(delivery.created_at)), 0)::int as lag_seconds
  from events.delivery delivery where delivery.webhook_id = webhook.id and delivery.state = 'pending') waiting cross join lateral (select webhook.id::text, webhook.name, webhook.url, webhook.types, webhook.accounts::text[] as account_ids,
  webhook.assets::text[] as asset_ids, webhook.is_enabled, webhook.status_details,
  case when webhook.previous_secret_ends_at > platform.now() then date_trunc('second', webhook.previous_secret_ends_at) end
  as previous_secret_ends_at, webhook.created_at, webhook.updated_at, waiting.waiting_count, waiting.lag_seconds, date_trunc('second', lane.last_success_at) as last_success_at,
  date_trunc('second', lane.failing_since) as failing_since) projected
  ) listed;

-- POST /v1/webhooks
insert into events.webhook_lane (webhook_id, position)
  values (:webhook, coalesce((select position from events.feed), 0));
select (select row_to_json(projected)::text from (select webhook.id::text, webhook.name, webhook.url, webhook.types, webhook.accounts::text[] as account_ids,
  webhook.assets::text[] as asset_ids, webhook.is_enabled, webhook.status_details,
  case when webhook.previous_secret_ends_at > platform.now() then date_trunc('second', webhook.previous_secret_ends_at) end
  as previous_secret_ends_at, webhook.created_at, webhook.updated_at) projected) as data from events.webhook webhook  where webhook.id = :webhook and ((:accounts::bigint[] is null or webhook.accounts <@ :accounts)
  and (:assets::bigint[] is null or webhook.assets <@ :assets)) and true;

-- /v1/webhooks/{webhook}/deliveries
select exists (select from events.webhook webhook where webhook.id = :webhook and ((:accounts::bigint[] is null or webhook.accounts <@ :accounts)
  and (:assets::bigint[] is null or webhook.assets <@ :assets))) as found, * from (
  select string_agg(row_to_json(projected)::text, ',') filter (where delivery.n <= :size) as data,
  coalesce(max(delivery.n) > :size, false) as more, (min(delivery.id) filter (where delivery.n <= :size))::text as last
  from (select delivery.*, row_number() over (order by delivery.id desc) as n from (select delivery.* from events.delivery delivery
  where delivery.webhook_id = :webhook and (:status::text is null or case when delivery.state = 'pending' and delivery.due_at > platform.now() then 'retrying' else delivery.state end = :status)
  and (:type::text is null or delivery.type = :type)  order by delivery.id desc limit :size::int + 1 offset 0) delivery) delivery  cross join lateral (select delivery.id::text, delivery.event_id, delivery.type, case when delivery.state = 'pending' and delivery.due_at > platform.now() then 'retrying' else delivery.state end as status,
  case delivery.state when 'pending' then date_trunc('second', delivery.due_at) end as due_at, delivery.tries,
  date_trunc('second', delivery.created_at) as created_at) projected
  ) listed;

-- POST /v1/webhooks/{webhook}/ping
select (select row_to_json(projected)::text from (select delivery.id::text, delivery.event_id, delivery.type, case when delivery.state = 'pending' and delivery.due_at > platform.now() then 'retrying' else delivery.state end as status,
  case delivery.state when 'pending' then date_trunc('second', delivery.due_at) end as due_at, delivery.tries,
  date_trunc('second', delivery.created_at) as created_at) projected) as data from events.delivery delivery  where delivery.webhook_id = :webhook and delivery.id = :id and true;
select exists (select from events.webhook webhook where webhook.id = :webhook and ((:accounts::bigint[] is null or webhook.accounts <@ :accounts)
  and (:assets::bigint[] is null or webhook.assets <@ :assets))) as found;
with added as (
  insert into events.delivery (webhook_id, event_id, type, body, due_at, created_at)
  select webhook.id, id.event_id, 'webhook.ping', json_build_object('id', id.event_id, 'type', 'webhook.ping',
  'timestamp', date_trunc('second', platform.now()), 'data', json_build_object('webhook_id', webhook.id::text)), platform.now(), platform.now()
  from events.webhook cross join (select 'ping-' || gen_random_uuid() as event_id) id
  where webhook.id = :webhook
  returning delivery.id
  )
  select added.id::text, pg_notify('events', '') from added;

-- POST /v1/webhooks/{webhook}/replay
with replayed as (
  update events.delivery delivery set state = 'pending', due_at = platform.now(),
  tried = case state when 'pending' then tried else 0 end
  where delivery.webhook_id = :webhook and (:delivery::bigint is null or delivery.id = :delivery)
  and (state <> 'pending' or due_at > platform.now())
  and (:status::text is null or case state when 'pending' then 'retrying' else state end = :status)
  and (:from::timestamptz is null or delivery.created_at >= :from)
  and (:until::timestamptz is null or delivery.created_at < :until)
  returning 1
  )
  select count(*)::int as count, pg_notify('events', '') from replayed;

-- provision FILE
select id::text from events.webhook where name = :name order by webhook.id desc limit 1;
