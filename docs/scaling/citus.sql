-- Distributes the tables of this service by their asset, on the coordinator of a Citus cluster (run on 13.2) whose schema is
-- migrated and which holds no rows, or few; docs/scaling.md says how, and what does not work. Checked by
-- test/architecture/sharding.spec.ts.
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

-- By asset, all in the same places: a request on an asset stays on one shard. A table of an asset has its id in the primary key.
select create_distributed_table('catalog.asset', 'id', shard_count := 128);
create temporary table owned on commit drop as
  select indrelid::regclass as place from pg_index
  join pg_attribute on attrelid = indrelid and attname = 'asset_id' and attnum = any (indkey)
  where indisprimary;
do $$
declare
  place regclass;
begin
  for place in select owned.place from owned loop
    perform create_distributed_table(place, 'asset_id', colocate_with := 'catalog.asset');
  end loop;
end $$;

-- Foreign keys again, but not those that clear a column, which Citus makes on no distributed table: citus-shards.sql does. And not
-- that of a local table, which would make it Citus' own; an answer whose key is gone is forgotten within a day.
do $$
declare
  key record;
begin
  for key in select * from foreign_key where not sets and place <> 'kernel.answer'::regclass loop
    execute format('alter table %s add constraint %I %s', key.place, key.name, key.definition);
  end loop;
end $$;

commit;

-- All other tables stay on the coordinator: migrations, the audit trail, idempotency keys, request counts, the change log.
