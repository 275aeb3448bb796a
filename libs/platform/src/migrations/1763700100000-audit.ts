import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The audit trail: docs/decisions/0015-audit-trail.md. */
export class Audit1763700100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create schema if not exists audit;

      create table audit.event (
        id bigint generated always as identity,
        at timestamptz not null default kernel.now(),
        actor text not null,
        key_id bigint,
        request_id uuid,
        operation text,
        method text,
        path text,
        client text,
        asset_id bigint,
        kind text not null,
        relation text,
        count integer not null default 1,
        changes json,
        status integer,
        code text,
        constraint event_pkey primary key (id)
      );
      create index event_by_time on audit.event (at);
      create index event_by_asset on audit.event (asset_id, id);
      create index event_by_key on audit.event (key_id, id);
      create index event_by_operation on audit.event (operation, id);
      create index event_by_request on audit.event (request_id);

      create function audit.protect() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' and current_setting('audit.purge', true) = 'on' then return null; end if;
        raise exception 'The audit trail is only ever added to' using errcode = 'insufficient_privilege';
      end $$;
      create trigger protect before update or delete or truncate on audit.event
        for each statement execute function audit.protect();

      -- What a statement changed in a table, as one event for each asset and thousand rows. Arguments, by libs/platform/src/audit/install-audit-triggers.ts:
      -- the column that names the asset; the columns beside the primary key; the columns that are recorded; those that are not.
      -- Both transition tables of an update are in the order of its rows. Its plan is kept, and after one row there may come five
      -- thousand: hence no nested loops. JSON is kept as text: making one jsonb of so many takes longer than all the rest.
      create function audit.record() returns trigger language plpgsql set enable_nestloop = off as $$
      declare
        origin audit.event := jsonb_populate_record(null::audit.event,
          coalesce(nullif(current_setting('audit.origin', true), ''), '{}')::jsonb);
        asset_column text := tg_argv[0];
        beside_key text[] := tg_argv[1];
        recorded text[] := tg_argv[2];
        left_out text[] := tg_argv[3];
        at_once constant int := 1000;
        event_kind text := case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'updated' else 'deleted' end;
        happened_at timestamptz := kernel.now();
        groups refcursor;
        asset bigint;
        rows int;
        changes json;
      begin
        if origin.actor is null then
          origin.actor := 'sql';
          origin.operation := session_user;
        end if;
        if tg_op = 'INSERT' then
          open groups for
            select (made.data ->> asset_column)::bigint, count(*),
              json_agg(json_build_object('key', made.data - beside_key, 'after', made.data - left_out))
            from (select to_jsonb(each) as data, row_number() over () as n from new_rows each) made
            group by 1, (made.n - 1) / at_once;
        elsif tg_op = 'DELETE' then
          open groups for
            select (gone.data ->> asset_column)::bigint, count(*),
              json_agg(json_build_object('key', gone.data - beside_key, 'before', gone.data - left_out))
            from (select to_jsonb(each) as data, row_number() over () as n from old_rows each) gone
            group by 1, (gone.n - 1) / at_once;
        else
          open groups for
            select (became.data ->> asset_column)::bigint, count(*), json_agg(json_build_object('key', became.data - beside_key,
              'before', was.data - same.columns - left_out, 'after', became.data - same.columns - left_out))
            from (select to_jsonb(each) as data, row_number() over () as n from old_rows each) was
            join (select to_jsonb(each) as data, row_number() over () as n from new_rows each) became using (n)
            cross join lateral (
              select array(select name from unnest(recorded) name where was.data -> name = became.data -> name) as columns offset 0
            ) same
            where same.columns <> recorded
            group by 1, (n - 1) / at_once;
        end if;
        loop
          fetch groups into asset, rows, changes;
          exit when not found;
          insert into audit.event (at, actor, key_id, request_id, operation, method, path, client, asset_id, kind, relation, count, changes)
          values (happened_at, origin.actor, origin.key_id, origin.request_id, origin.operation, origin.method, origin.path,
            origin.client, coalesce(asset, origin.asset_id), event_kind, tg_table_schema || '.' || tg_table_name, rows, changes);
        end loop;
        close groups;
        return null;
      end $$;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop schema audit cascade');
  }
}
