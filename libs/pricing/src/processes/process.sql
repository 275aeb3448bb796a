-- pricing
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) as found, * from (
  select string_agg(row_to_json(projected)::text, ',') filter (where process.n <= :size) as data,
  coalesce(max(process.n) > :size, false) as more, (max(process.id) filter (where process.n <= :size))::text as last
  from (select process.*, row_number() over (order by process.id) as n from (select process.* from pricing.process process
  where process.asset_id = :asset  order by process.id limit :size::int + 1 offset 0) process) process  cross join lateral (select process.id::text, process.asset_id::text, process.name, process.type, process.pricing_strategy, process.guard, process.history_days, process.expected_every_hours, process.status_map, process.show_status, process.created_at, process.updated_at) projected
  ) listed;

-- :process
select (select row_to_json(projected)::text from (select process.id::text, process.asset_id::text, process.name, process.type, process.pricing_strategy, process.guard, process.history_days, process.expected_every_hours, process.status_map, process.show_status, process.created_at, process.updated_at) projected) as data from pricing.process process  where process.asset_id = :asset and process.id = :id and exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets))));

-- :process/transactions
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) and exists (select 1 from pricing.process parent where parent.id = :process and parent.asset_id = :asset) as found, * from (
  select string_agg(row_to_json(projected)::text, ',' order by transaction.n) filter (where transaction.n <= :size) as data,
  coalesce(max(transaction.n) > :size, false) as more, (min(transaction.id) filter (where transaction.n <= :size))::text as last
  from (select transaction.*, row_number() over (order by transaction.id desc) as n from (select transaction.* from pricing.transaction transaction
  where transaction.asset_id = :asset and transaction.process_id = :process  order by transaction.id desc limit :size::int + 1 offset 0) transaction) transaction cross join (select platform.now() as now offset 0) clock cross join lateral (select transaction.id::text, transaction.uuid, transaction.asset_id::text, transaction.process_id::text,
  transaction.pricing_strategy, case when transaction.status = 'pending' and clock.now >= transaction.expires_at then 'expired' else transaction.status end as status,
  transaction.source_count, transaction.entry_count, transaction.publication_id as publication, transaction.report, transaction.guard,
  case when transaction.status = 'pending' and clock.now < transaction.expires_at
  then ceil(extract(epoch from transaction.expires_at - clock.now))::int end as expires_in,
  date_trunc('second', transaction.created_at) as created_at, date_trunc('second', transaction.queued_at) as queued_at, date_trunc('second', transaction.started_at) as started_at,
  case when transaction.status = 'pending' and clock.now >= transaction.expires_at then date_trunc('second', transaction.expires_at) else date_trunc('second', transaction.ended_at) end as ended_at) projected
  ) listed;

-- :process/transactions/1
select (select row_to_json(projected)::text from (select transaction.id::text, transaction.uuid, transaction.asset_id::text, transaction.process_id::text,
  transaction.pricing_strategy, case when transaction.status = 'pending' and clock.now >= transaction.expires_at then 'expired' else transaction.status end as status,
  transaction.source_count, transaction.entry_count, transaction.publication_id as publication, transaction.report, transaction.guard,
  case when transaction.status = 'pending' and clock.now < transaction.expires_at
  then ceil(extract(epoch from transaction.expires_at - clock.now))::int end as expires_in,
  date_trunc('second', transaction.created_at) as created_at, date_trunc('second', transaction.queued_at) as queued_at, date_trunc('second', transaction.started_at) as started_at,
  case when transaction.status = 'pending' and clock.now >= transaction.expires_at then date_trunc('second', transaction.expires_at) else date_trunc('second', transaction.ended_at) end as ended_at) projected) as data from pricing.transaction transaction cross join (select platform.now() as now offset 0) clock where transaction.asset_id = :asset and transaction.process_id = :process and transaction.id = :transaction and exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) and exists (select 1 from pricing.process parent where parent.id = :process and parent.asset_id = :asset);
