-- /v1/audit-events
select true as found, * from (
  select string_agg(row_to_json(projected)::text, ',') filter (where event.n <= :size) as data,
  coalesce(max(event.n) > :size, false) as more, (min(event.id) filter (where event.n <= :size))::text as last
  from (select event.*, row_number() over (order by event.id desc) as n from (select event.* from audit.event_v1 event
  where event.at <= platform.now() and (:accounts::bigint[] is null and :assets::bigint[] is null or event.relation in ('catalog.asset', 'catalog.building', 'catalog.floor', 'catalog.floor_plan', 'catalog.unit', 'data_model.data_model', 'expenses.asset_expense', 'expenses.floor_plan_expense', 'expenses.floor_plan_entry', 'expenses.price_display', 'expenses.pricing_disclaimer', 'expenses.unit_expense', 'expenses.unit_entry', 'mapping.background', 'mapping.landing_page', 'mapping.unit_map', 'merchandising.asset_outbound_link', 'merchandising.description', 'merchandising.description_assignment', 'merchandising.description_group', 'merchandising.filter', 'merchandising.filter_option', 'merchandising.filter_option_unit', 'merchandising.gallery', 'merchandising.marker_description', 'merchandising.unit_outbound_link', 'merchandising.unit_outbound_link_url', 'pricing.process', 'pricing.unit', 'reference.asset_reference', 'reference.unit_reference', 'reference.unit_reference_group') and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = event.asset_id and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or event.asset_id = any (:assets)))) and (:asset::bigint is null or event.asset_id = :asset) and (:key::bigint is null or event.key_id = :key)
  and (:operation::text is null or event.operation = :operation) and (:request::uuid is null or event.request_id = :request)
  and (:kind::text is null or event.kind = case :kind when 'rejected' then 'refused' else :kind end) and (:since::timestamptz is null or event.at >= :since and event.id >= (
  select min(recent.id) from (select id from audit.event_v1 where at >= :since offset 0) recent))  order by event.id desc limit :size::int + 1 offset 0) event) event  cross join lateral (select event.id::text, date_trunc('second', event.at) as at, event.actor, event.key_id::text, event.operation, event.request_id,
  event.method, event.path, event.client, event.asset_id::text, case event.kind when 'refused' then 'rejected' else event.kind end as kind, event.relation as table, event.count, (select json_agg(change) from (select change from json_array_elements(event.changes) change limit 10) shown) as changes,
  event.status, event.code) projected
  ) listed;
