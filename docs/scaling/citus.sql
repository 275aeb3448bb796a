-- Distributes the tables of this service by their asset, on the coordinator of a Citus cluster (run on 13.2) whose schema is
-- migrated and which holds no rows, or few; docs/scaling.md says how, and what does not work. The order is that of the foreign
-- keys: what is named comes before what names it. Kept complete by test/architecture/sharding.spec.ts.
begin;

-- One connection to each node: foreign keys to what is on every node need it, now and in every transaction of the service.
-- `set local` counts in the shards too: without it, a commit plans there as if no entries had just arrived.
set local citus.multi_shard_modify_mode to 'sequential';
do $$ begin
  execute format('alter database %I set citus.multi_shard_modify_mode to ''sequential''', current_database());
  execute format('alter database %I set citus.propagate_set_commands to ''local''', current_database());
end $$;

-- Asked once for a statement, and not once for each shard.
alter function kernel.now() stable;

-- Units are counted on the shard where they are, in statements that Citus can tell apart: no insert from rows that only Postgres sees.
set local citus.enable_unsafe_triggers to on;
create or replace function catalog.count_units() returns trigger language plpgsql as $$
declare
  asset bigint;
  counted int;
begin
  if tg_op = 'TRUNCATE' then return null; end if;
  for asset, counted in select asset_id, count(*) from changed group by asset_id loop
    if tg_op = 'DELETE' then counted := -counted; end if;
    insert into catalog.unit_count (asset_id, units) values (asset, counted);
  end loop;
  return null;
end $$;
drop trigger unit_moved on catalog.unit; -- no unit changes its asset here
drop trigger unit_truncated on catalog.unit;

-- Triggers that stay as they are: they remove pricing units with their process or unit, and what these showed, in the same shard.
-- in its shard: pricing.remove_units()
-- in its shard: pricing.remove_deleted_units()
-- in its shard: pricing.remove_unit_states()

-- All others write to other nodes: those of the audit trail, those that note changes, and the one that removes an embed without maps.
do $$
declare
  refused record;
begin
  for refused in select tgname, tgrelid::regclass as place from pg_trigger
    where tgfoid in ('audit.record()'::regprocedure, 'kernel.note_change()'::regprocedure,
      'mapping.remove_empty_embeds()'::regprocedure)
  loop
    execute format('drop trigger %I on %s', refused.tgname, refused.place);
  end loop;
end $$;

-- Foreign keys are made again at the end: as long as they are there, Citus takes tables for its own before they are distributed.
create temporary table foreign_key on commit drop as
  select conrelid::regclass as place, conname as name, pg_get_constraintdef(oid) as definition,
    confdeltype in ('n', 'd') as sets
  from pg_constraint where contype = 'f';
do $$
declare
  key record;
begin
  for key in table foreign_key loop
    execute format('alter table %s drop constraint %I', key.place, key.name);
  end loop;
end $$;

-- On every node: what rows of any asset name.
select create_reference_table('kernel.api_key');
select create_reference_table('kernel.stored_file');
select create_reference_table('catalog.account');
select create_reference_table('mapping.embed');

-- By asset, all in the same places: a request on an asset stays on one shard.
select create_distributed_table('catalog.asset', 'id', shard_count := 128);
select create_distributed_table('catalog.account_asset', 'asset_id', colocate_with := 'catalog.asset');
select create_distributed_table('catalog.building', 'asset_id', colocate_with := 'catalog.asset');
select create_distributed_table('catalog.floor', 'asset_id', colocate_with := 'catalog.asset');
select create_distributed_table('catalog.floor_plan', 'asset_id', colocate_with := 'catalog.asset');
select create_distributed_table('catalog.unit', 'asset_id', colocate_with := 'catalog.asset');
select create_distributed_table('catalog.unit_count', 'asset_id', colocate_with := 'catalog.asset');

select create_distributed_table('pricing.process', 'asset_id', colocate_with := 'catalog.asset');
select create_distributed_table('pricing.publication', 'asset_id', colocate_with := 'catalog.asset');
select create_distributed_table('pricing.transaction', 'asset_id', colocate_with := 'catalog.asset');
select create_distributed_table('pricing.entry', 'asset_id', colocate_with := 'catalog.asset');
select create_distributed_table('pricing.unit', 'asset_id', colocate_with := 'catalog.asset');
select create_distributed_table('pricing.unit_state', 'asset_id', colocate_with := 'catalog.asset');

select create_distributed_table('reference.asset_reference', 'asset_id', colocate_with := 'catalog.asset');
select create_distributed_table('reference.unit_reference_group', 'asset_id', colocate_with := 'catalog.asset');
select create_distributed_table('reference.unit_reference', 'asset_id', colocate_with := 'catalog.asset');

select create_distributed_table('mapping.unit_map', 'asset_id', colocate_with := 'catalog.asset');
select create_distributed_table('mapping.unit_map_shape', 'asset_id', colocate_with := 'catalog.asset');
select create_distributed_table('mapping.background', 'asset_id', colocate_with := 'catalog.asset');
select create_distributed_table('mapping.landing_page', 'asset_id', colocate_with := 'catalog.asset');
select create_distributed_table('mapping.embed_map', 'asset_id', colocate_with := 'catalog.asset');
select create_distributed_table('mapping.change', 'asset_id', colocate_with := 'catalog.asset');

select create_distributed_table('merchandising.unit_outbound_link', 'asset_id', colocate_with := 'catalog.asset');
select create_distributed_table('merchandising.unit_outbound_link_url', 'asset_id', colocate_with := 'catalog.asset');
select create_distributed_table('merchandising.asset_outbound_link', 'asset_id', colocate_with := 'catalog.asset');
select create_distributed_table('merchandising.description_group', 'asset_id', colocate_with := 'catalog.asset');
select create_distributed_table('merchandising.description', 'asset_id', colocate_with := 'catalog.asset');
select create_distributed_table('merchandising.description_assignment', 'asset_id', colocate_with := 'catalog.asset');
select create_distributed_table('merchandising.filter', 'asset_id', colocate_with := 'catalog.asset');
select create_distributed_table('merchandising.filter_option', 'asset_id', colocate_with := 'catalog.asset');
select create_distributed_table('merchandising.filter_option_unit', 'asset_id', colocate_with := 'catalog.asset');
select create_distributed_table('merchandising.gallery', 'asset_id', colocate_with := 'catalog.asset');
select create_distributed_table('merchandising.marker_description', 'asset_id', colocate_with := 'catalog.asset');

select create_distributed_table('viewer.build_request', 'asset_id', colocate_with := 'catalog.asset');
select create_distributed_table('viewer.change', 'asset_id', colocate_with := 'catalog.asset');
select create_distributed_table('viewer.document', 'asset_id', colocate_with := 'catalog.asset');
select create_distributed_table('viewer.asset_view', 'asset_id', colocate_with := 'catalog.asset');
select create_distributed_table('viewer.priced_view', 'asset_id', colocate_with := 'catalog.asset');

select create_distributed_table('data_model.data_model', 'asset_id', colocate_with := 'catalog.asset');

-- But those that clear a column, which Citus makes on no distributed table: citus-shards.sql does. And that of a local table,
-- which would make it Citus' own; an answer whose key is gone is forgotten within a day.
do $$
declare
  key record;
begin
  for key in select * from foreign_key where not sets and place <> 'kernel.answer'::regclass loop
    execute format('alter table %s add constraint %I %s', key.place, key.name, key.definition);
  end loop;
end $$;

commit;

-- Stays on the coordinator, and is of no asset:
-- local: public.schema_migration
-- local: audit.event
-- local: kernel.answer
-- local: kernel.request_count
-- local: kernel.noted_change
