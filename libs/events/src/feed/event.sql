-- a run of RelayEventsJob
insert into events.feed (id) values (1) on conflict do nothing;
select position::text from events.feed where id = 1 for update skip locked;
with taken as materialized (
  select id, asset_id, inserted_at as at, (data ->> 'audit_event_id')::bigint as audit_event_id, data ->> 'type' as type,
  data -> 'data' as data
  from json_to_recordset(:taken::json) as entry (id bigint, asset_id bigint, inserted_at timestamptz, data jsonb)
  ), row as materialized (
  select taken.id, taken.asset_id, event.at, event.kind, event.relation, each.change, each.n
  from taken join audit.event_v1 event on event.id = taken.audit_event_id
  cross join lateral json_array_elements(event.changes) with ordinality each (change, n)
  ), happened as (
  select row.id, row.asset_id, row.at, min(row.n) as n, what.type, what.data
  from row join (values ('catalog.asset', 'asset', 'id', null, '/v1/assets/{asset}'), ('catalog.account_asset', 'asset', 'asset_id', 'accounts', '/v1/assets/{asset}'), ('catalog.building', 'building', 'id', null, '/v1/assets/{asset}/multifamily/buildings/{id}'), ('catalog.floor', 'floor', 'id', null, '/v1/assets/{asset}/multifamily/floors/{id}'), ('catalog.floor_plan', 'floor_plan', 'id', null, '/v1/assets/{asset}/multifamily/floor-plans/{id}'), ('catalog.unit', 'unit', 'id', null, '/v1/assets/{asset}/multifamily/units/{id}'), ('data_model.data_model', 'data_model', 'id', null, null), ('expenses.asset_expense', 'asset_expense', 'id', null, '/v1/assets/{asset}/multifamily/expenses/{id}'), ('expenses.floor_plan_expense', 'floor_plan_expense', 'id', null, '/v1/assets/{asset}/multifamily/floor-plans/expenses/{id}'), ('expenses.floor_plan_entry', 'floor_plan_expense', 'expense_id', 'entries', '/v1/assets/{asset}/multifamily/floor-plans/expenses/{id}'), ('expenses.price_display', 'asset', 'asset_id', 'price_display', '/v1/assets/{asset}'), ('expenses.pricing_disclaimer', 'pricing_disclaimer', 'id', null, '/v1/assets/{asset}/multifamily/pricing-disclaimers/{id}'), ('expenses.unit_expense', 'unit_expense', 'id', null, '/v1/assets/{asset}/multifamily/units/expenses/{id}'), ('expenses.unit_entry', 'unit_expense', 'expense_id', 'entries', '/v1/assets/{asset}/multifamily/units/expenses/{id}'), ('mapping.background', 'background', 'id', null, null), ('mapping.landing_page', 'landing_page', 'id', null, '/v1/assets/{asset}/multifamily/landing-pages/{id}'), ('mapping.unit_map', 'unit_map', 'id', null, '/v1/assets/{asset}/multifamily/maps/{id}'), ('merchandising.asset_outbound_link', 'asset_outbound_link', 'id', null, '/v1/assets/{asset}/multifamily/outbound-links/{id}'), ('merchandising.description', 'description', 'id', null, null), ('merchandising.description_assignment', 'description', 'description_id', 'units', null), ('merchandising.description_group', 'description_group', 'id', null, '/v1/assets/{asset}/multifamily/units/description-groups/{id}'), ('merchandising.filter', 'filter', 'id', null, '/v1/assets/{asset}/multifamily/filters/{id}'), ('merchandising.filter_option', 'filter_option', 'id', null, null), ('merchandising.filter_option_unit', 'filter_option', 'option_id', 'units', null), ('merchandising.gallery', 'gallery', 'id', null, '/v1/assets/{asset}/multifamily/galleries/{id}'), ('merchandising.marker_description', 'marker_description', 'id', null, '/v1/assets/{asset}/multifamily/marker-descriptions/{id}'), ('merchandising.unit_outbound_link', 'outbound_link', 'id', null, '/v1/assets/{asset}/multifamily/units/outbound-links/{id}'), ('merchandising.unit_outbound_link_url', 'outbound_link', 'link_id', 'urls', '/v1/assets/{asset}/multifamily/units/outbound-links/{id}'), ('pricing.process', 'pricing_process', 'id', null, '/v1/assets/{asset}/multifamily/pricing/{id}'), ('pricing.unit', 'pricing_unit', 'id', null, '/v1/assets/{asset}/multifamily/pricing/{process}/units/{id}'), ('reference.asset_reference', 'asset_reference', 'id', null, '/v1/assets/{asset}/multifamily/references/{id}'), ('reference.unit_reference', 'unit_reference', 'id', null, null), ('reference.unit_reference_group', 'reference_group', 'id', null, '/v1/assets/{asset}/multifamily/units/reference-groups/{id}')) subject (relation, name, id, part, url) on subject.relation = row.relation
  cross join lateral (
  select subject.name || '.' || row.kind as type,
  case row.kind when 'updated' then (select jsonb_object_agg(name, value) from json_each_text(row.change -> 'key') ids (name, value) where name <> 'asset_id') || jsonb_build_object('changed', (select jsonb_agg(name order by name) from json_object_keys(row.change -> 'after') name)) else (select jsonb_object_agg(name, value) from json_each_text(row.change -> 'key') ids (name, value) where name <> 'asset_id') end || case row.kind when 'deleted' then '{}' else jsonb_strip_nulls(jsonb_build_object('url',
  replace(replace(replace(subject.url, '{asset}', coalesce(row.asset_id::text, '')), '{process}', coalesce(row.change -> 'key' ->> 'process_id', '')), '{id}', coalesce(coalesce(row.change -> 'key' ->> subject.id, row.change -> 'after' ->> subject.id, row.change -> 'before' ->> subject.id), '')))) end as data
  where subject.part is null
  union all select subject.name || '.updated',
  jsonb_build_object('id', coalesce(row.change -> 'key' ->> subject.id, row.change -> 'after' ->> subject.id, row.change -> 'before' ->> subject.id), 'changed', jsonb_build_array(subject.part)) || jsonb_strip_nulls(jsonb_build_object('url',
  replace(replace(replace(subject.url, '{asset}', coalesce(row.asset_id::text, '')), '{process}', coalesce(row.change -> 'key' ->> 'process_id', '')), '{id}', coalesce(coalesce(row.change -> 'key' ->> subject.id, row.change -> 'after' ->> subject.id, row.change -> 'before' ->> subject.id), ''))))
  where subject.part is not null
  ) what
  group by row.id, row.asset_id, row.at, what.type, what.data
  union all select row.id, row.asset_id, row.at, row.n, 'pricing.published', jsonb_build_object(
  'process_id', row.change -> 'key' ->> 'process_id', 'publication', row.change -> 'key' -> 'id',
  'transaction_id', row.change -> 'after' ->> 'transaction_id', 'totals', row.change -> 'after' -> 'totals',
  'url', replace(replace(replace('/v1/assets/{asset}/multifamily/pricing/{process}/publications/{id}/changes', '{asset}', coalesce(row.asset_id::text, '')), '{process}', coalesce(row.change -> 'key' ->> 'process_id', '')), '{id}', coalesce(row.change -> 'key' ->> 'id', '')))
  from row where row.relation = 'pricing.publication' and row.kind = 'created'
  union all select row.id, row.asset_id, row.at, row.n, what.type,
  jsonb_build_object('process_id', transaction.process_id::text, 'transaction_id', transaction.id::text,
  'url', replace(replace(replace('/v1/assets/{asset}/multifamily/pricing/{process}/transactions/{id}', '{asset}', coalesce(row.asset_id::text, '')), '{process}', coalesce(transaction.process_id::text, '')), '{id}', coalesce(transaction.id::text, '')))
  from row cross join lateral (
  select 'pricing.guard_refused' as type where row.change -> 'after' ->> 'guard' = 'refused'
  union all select 'pricing.transaction_expired' where row.change -> 'after' ->> 'status' = 'expired'
  ) what
  join pricing.transaction_v1 transaction
  on transaction.asset_id = row.asset_id and transaction.id = (row.change -> 'key' ->> 'id')::bigint
  where row.relation = 'pricing.transaction'
  union all select row.id, row.asset_id, row.at, row.n, 'webhook.disabled', jsonb_build_object('webhook_id', row.change -> 'key' ->> 'id',
  'url', replace('/v1/webhooks/{id}', '{id}', coalesce(row.change -> 'key' ->> 'id', '')))
  from row where row.relation = 'events.webhook' and row.kind = 'updated' and row.change -> 'after' ->> 'is_enabled' = 'false'
  union all select id, asset_id, at, 1, type, data from taken where type is not null
  ), event as materialized (
  select asset_id, type, at, data, row_number() over (order by id, n, type) as nth,
  row_number() over (partition by asset_id order by id, n, type) as nth_of_asset
  from happened
  ), more as (
  select asset_id, max(nth_of_asset) as events from event group by asset_id
  ), numbered as (
  insert into events.asset_sequence as known (asset_id, last) select asset_id, events from more
  on conflict (asset_id) do update set last = known.last + excluded.last returning asset_id, last
  ), added as (
  insert into events.event (position, asset_id, sequence, type, at, data)
  select :position::bigint + nth, asset_id, last - events + nth_of_asset, type, at, data
  from event join more using (asset_id) join numbered using (asset_id) order by nth
  returning position
  )
  update events.feed set position = :position::bigint + (select count(*) from added) where id = 1
  returning pg_notify('events', '');

-- /v1/events
select event.position, null::bigint as unit_id, event.asset_id, event.asset_id || '-' || event.sequence as event_id, event.type, case event.asset_id when 0 then json_build_object('id', event.asset_id || '-' || event.sequence, 'type', event.type, 'timestamp', date_trunc('second', event.at), 'data', event.data)
  else json_build_object('id', event.asset_id || '-' || event.sequence, 'type', event.type, 'timestamp', date_trunc('second', event.at), 'asset_id', event.asset_id::text, 'sequence', event.sequence, 'data', event.data) end::text as text
  from events.event event where event.position > :position::bigint and event.position <= :until::bigint and (((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = event.asset_id and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or event.asset_id = any (:assets))) or event.asset_id = 0 and exists (
  select from events.webhook webhook where webhook.id = (event.data ->> 'webhook_id')::bigint and ((:accounts::bigint[] is null or webhook.accounts <@ :accounts)
  and (:assets::bigint[] is null or webhook.assets <@ :assets)))) and (:asset::bigint is null or event.asset_id = :asset) and (:types::text[] is null or event.type like any (:types))
  order by event.position  limit :limit::int + 1;
select substr(md5(concat_ws(' ', (select system_identifier from pg_control_system()),
  (select timeline_id from pg_control_checkpoint()), current_database(), 'events.event'::regclass::oid)), 1, 8) as timeline, coalesce(max(position), 0)::text as position,
  coalesce(max(purged), 0)::text as purged from events.feed;

-- /v1/events?after=newest&asset=1
select event.position, null::bigint as unit_id, event.asset_id, event.asset_id || '-' || event.sequence as event_id, event.type, case event.asset_id when 0 then json_build_object('id', event.asset_id || '-' || event.sequence, 'type', event.type, 'timestamp', date_trunc('second', event.at), 'data', event.data)
  else json_build_object('id', event.asset_id || '-' || event.sequence, 'type', event.type, 'timestamp', date_trunc('second', event.at), 'asset_id', event.asset_id::text, 'sequence', event.sequence, 'data', event.data) end::text as text
  from events.event event where event.position > :position::bigint and event.position <= :until::bigint and (((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = event.asset_id and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or event.asset_id = any (:assets))) or event.asset_id = 0 and exists (
  select from events.webhook webhook where webhook.id = (event.data ->> 'webhook_id')::bigint and ((:accounts::bigint[] is null or webhook.accounts <@ :accounts)
  and (:assets::bigint[] is null or webhook.assets <@ :assets)))) and (:asset::bigint is null or event.asset_id = :asset) and (:types::text[] is null or event.type like any (:types))
  order by event.position desc limit :limit::int;

-- /v1/events?types=pricing.unit_changed
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
  order by change.unit_id  limit :limit::int + 1)
  ) each
  where event.position >= :position::bigint and event.position <= :until::bigint and (((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = event.asset_id and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or event.asset_id = any (:assets))) or event.asset_id = 0 and exists (
  select from events.webhook webhook where webhook.id = (event.data ->> 'webhook_id')::bigint and ((:accounts::bigint[] is null or webhook.accounts <@ :accounts)
  and (:assets::bigint[] is null or webhook.assets <@ :assets)))) and (:asset::bigint is null or event.asset_id = :asset)
  order by event.position , each.unit_id  limit :limit::int + 1;

-- a run of PurgeEventsJob
with old as (
  select position from events.event
  where at < (select platform.now()) - make_interval(days => :days::int)
  order by position limit 5000
  ), deleted as (
  delete from events.event event using old where event.position = old.position returning event.position
  ), ends as (
  update events.feed set purged = greatest(purged, (select max(position) from deleted))
  where id = 1 and exists (select from deleted)
  )
  select count(*)::int as deleted from deleted;
