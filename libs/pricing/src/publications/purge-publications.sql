-- runs of PurgePublicationsJob and PurgeEntriesJob
delete from pricing.entry where asset_id = :asset and (transaction_id, provider_id, id) in (
  select entry.transaction_id, entry.provider_id, entry.id from pricing.entry entry
  where entry.asset_id = :asset and entry.transaction_id = (select publication.generation_id from pricing.publication publication
  where publication.asset_id = :asset and publication.process_id = :process order by publication.id limit 1)
  and entry.until <= :last::bigint + 1 limit 20000);
delete from pricing.entry where asset_id = :asset and (transaction_id, provider_id, id) in (
  select transaction_id, provider_id, id from pricing.entry where asset_id = :asset and transaction_id = :id limit :batch);
delete from pricing.unit_state where asset_id = :asset and (process_id, until, unit_id, id) in (
  select state.process_id, state.until, state.unit_id, state.id from pricing.unit_state state
  where state.asset_id = :asset and state.process_id = :process and state.until <= :last::bigint + 1
  and state.valid_to <= (select publication.published_at from pricing.publication publication
  where publication.asset_id = :asset and publication.process_id = :process order by publication.id limit 1)
  order by state.until limit 20000);
select asset_id::text as asset, id::text, process_id::text as process from pricing.transaction
  where needs_sweep order by asset_id, id limit 10000;
select id from pricing.transaction where asset_id = :asset and id = :id and needs_sweep for update skip locked;
select publication.asset_id::text as asset, publication.process_id::text as process, max(publication.id)::text as last
  from pricing.publication publication
  join pricing.process process on process.asset_id = publication.asset_id and process.id = publication.process_id
  join pricing.publication next on next.asset_id = publication.asset_id and next.process_id = publication.process_id and next.id = publication.id + 1
  where next.published_at <= (select platform.now()) - make_interval(days => coalesce(process.history_days, :days::int)) and process.history_days < :days::int group by publication.asset_id, publication.process_id limit 1000;
select publication.asset_id::text as asset, publication.process_id::text as process, max(publication.id)::text as last
  from pricing.publication publication
  join pricing.process process on process.asset_id = publication.asset_id and process.id = publication.process_id
  join pricing.publication next on next.asset_id = publication.asset_id and next.process_id = publication.process_id and next.id = publication.id + 1
  where next.published_at <= (select platform.now()) - make_interval(days => coalesce(process.history_days, :days::int)) and publication.published_at <= (select platform.now()) - make_interval(days => :days::int) group by publication.asset_id, publication.process_id limit 1000;
select unseen.id::text from pricing.transaction unseen
  where unseen.asset_id = :asset and unseen.process_id = :process and unseen.holds_entries and unseen.status <> 'pending'
  and unseen.id is distinct from (select process.published_transaction_id from pricing.process process
  where process.asset_id = :asset and process.id = :process)
  and not exists (select from pricing.publication publication
  where publication.asset_id = :asset and publication.generation_id = unseen.id) limit 1 for update of unseen skip locked;
update pricing.transaction set holds_entries = false where asset_id = :asset and id = :id;
update pricing.transaction set needs_sweep = false
  where asset_id = :asset and id = :id and not exists (select from pricing.transaction unseen
  where unseen.asset_id = :asset and unseen.process_id = :process and unseen.holds_entries and unseen.status <> 'pending'
  and unseen.id is distinct from (select process.published_transaction_id from pricing.process process
  where process.asset_id = :asset and process.id = :process)
  and not exists (select from pricing.publication publication
  where publication.asset_id = :asset and publication.generation_id = unseen.id));
with forgotten as (
  delete from pricing.publication where asset_id = :asset and process_id = :process and id <= :last::bigint
  returning generation_id
  )
  update pricing.transaction set needs_sweep = true
  where asset_id = :asset and not needs_sweep and id in (select generation_id from forgotten);
