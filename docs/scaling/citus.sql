-- Distributes the tables of this service by asset. Run it on the coordinator of a Citus cluster (tested on 13.2) whose schema is
-- migrated and which has few rows or none. docs/scaling.md describes how, and what does not work;
-- test/architecture/sharding.spec.ts checks this script.
begin;

-- One connection to each node: foreign keys to reference tables require it, here and in every transaction of the service.
-- `set local` must reach the shards too: otherwise the settings of a commit for new entries would not apply there.
set local citus.multi_shard_modify_mode to 'sequential';
do $$ begin
  execute format('alter database %I set citus.multi_shard_modify_mode to ''sequential''', current_database());
  execute format('alter database %I set citus.propagate_set_commands to ''local''', current_database());
end $$;

-- Evaluated once per statement, not once per shard.
alter function platform.now() stable;

-- Counts units on their own shard, with one insert per asset: Citus cannot route an insert that selects from a transition table.
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

-- in its shard: expenses.keep_state()
-- in its shard: expenses.keep_type_of_floor_plan_entries()
-- in its shard: expenses.keep_type_of_unit_entries()

-- These triggers write to other nodes: those of the audit trail, of the change log, and the one that removes embeds without maps.
do $$
declare
  refused record;
begin
  for refused in select tgname, tgrelid::regclass as place from pg_trigger
    where tgfoid in ('audit.record()'::regprocedure, 'platform.log_change()'::regprocedure,
      'mapping.remove_empty_embeds()'::regprocedure)
  loop
    execute format('drop trigger %I on %s', refused.tgname, refused.place);
  end loop;
end $$;

-- Drops the foreign keys and creates them again at the end: while they exist, Citus converts tables to its own before they are
-- distributed.
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

-- Reference tables, on every node: rows of any asset refer to them.
select create_reference_table('platform.api_key');
select create_reference_table('platform.stored_file');
select create_reference_table('catalog.account');
select create_reference_table('mapping.embed');

-- Distributed by asset and colocated, so that a request on an asset stays on one shard. Tables of assets have `asset_id` in the
-- primary key.
select create_distributed_table('catalog.asset', 'id', shard_count := 128);
create temporary table owned on commit drop as
  select indrelid::regclass as place from pg_index
  join pg_attribute on attrelid = indrelid and attname = 'asset_id' and attnum = any (indkey)
  where indisprimary and indrelid <> 'platform.outbox_entry'::regclass -- the relay of the feed is one of its consumers
    and indrelid not in (select oid from pg_class where relnamespace = 'events'::regnamespace); -- the feed is one order
do $$
declare
  place regclass;
begin
  for place in select owned.place from owned loop
    perform create_distributed_table(place, 'asset_id', colocate_with := 'catalog.asset');
  end loop;
end $$;

-- Creates the foreign keys again, except those that clear a column, which Citus does not support on distributed tables:
-- citus-shards.sql creates them. Also omits the foreign key of platform.idempotency_record, which would make that a Citus table; a stored response
-- whose API key is deleted is purged within a day.
do $$
declare
  key record;
begin
  for key in select * from foreign_key where not sets and place <> 'platform.idempotency_record'::regclass loop
    execute format('alter table %s add constraint %I %s', key.place, key.name, key.definition);
  end loop;
end $$;

commit;

-- All other tables stay on the coordinator: migrations, the audit trail, idempotency keys, request counts, the change log.
