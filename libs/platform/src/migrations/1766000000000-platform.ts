import type { MigrationInterface, QueryRunner } from 'typeorm';

const XID = 'pg_current_xact_id()::text::bigint';

/** Records the assets of the rows that a statement wrote or removed. */
const log = (rows: string): string => `if tg_argv[0] = 'asset_id' then
            insert into platform.change_log select ${XID}, changed.asset_id, changed_table
              from (select distinct asset_id from ${rows}) changed on conflict do nothing;
          elsif tg_argv[0] = 'id' then
            insert into platform.change_log select ${XID}, changed.id, changed_table
              from (select distinct id from ${rows}) changed on conflict do nothing;
          else
            insert into platform.change_log select ${XID}, 0, changed_table
              from (select from ${rows} limit 1) changed on conflict do nothing;
          end if;`;

export class Platform1766000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create schema platform;

      -- Domain time: one clock for all replicas.
      create function platform.now() returns timestamptz language sql volatile parallel safe
        as 'select clock_timestamp()';

      create table platform.api_key (
        id bigint generated always as identity,
        name text not null check (name <> ''),
        hash bytea not null,
        prefix text not null default '',
        last_characters text not null default '',
        permissions text[] not null,
        accounts bigint[],
        assets bigint[],
        is_read_only boolean not null default false,
        -- requests a minute, 0 = no limit; null = the default of the server
        rate_limit integer check (rate_limit between 0 and 1000000000),
        expires_at timestamptz,
        revoked_at timestamptz,
        last_used_at timestamptz,
        created_at timestamptz not null default now(),
        constraint api_key_pkey primary key (id)
      );
      create unique index api_key_hash on platform.api_key (hash);

      -- Columns that name files refer to this table; a file that none names any more is collected.
      create table platform.stored_file (
        name text not null,
        stored_at timestamptz not null default platform.now(),
        unnamed_since timestamptz,
        constraint stored_file_pkey primary key (name)
      );
      create index stored_file_unnamed on platform.stored_file (unnamed_since) where unnamed_since is not null;

      -- First responses to requests with an idempotency key.
      create table platform.idempotency_record (
        key_id bigint not null,
        idempotency_key text not null,
        fingerprint bytea not null,
        status smallint not null check (status between 100 and 599),
        headers jsonb not null,
        body text,
        stored_at timestamptz not null default platform.now(),
        constraint idempotency_record_pkey primary key (key_id, idempotency_key),
        constraint idempotency_record_key_id_fkey foreign key (key_id) references platform.api_key (id) on delete cascade
      );
      create index idempotency_record_stored_at on platform.idempotency_record (stored_at);

      -- Requests counted against limits, in the layout of rate-limiter-flexible; worth nothing after a crash.
      create unlogged table platform.request_count (
        key varchar(255) not null,
        points integer not null default 0,
        expire bigint,
        constraint request_count_pkey primary key (key)
      );

      -- Written by the transaction of each event, so it only adds rows: no writer waits for another. No foreign key: it would lock
      -- the asset, which may be what is deleted. Asset 0 stands for none.
      create table platform.outbox_entry (
        asset_id bigint not null,
        id bigint generated always as identity,
        consumer text not null,
        inserted_at timestamptz not null default platform.now(),
        data jsonb,
        constraint outbox_entry_pkey primary key (asset_id, id)
      );
      create index outbox_entry_by_consumer on platform.outbox_entry (consumer, id);

      -- The change log: docs/decisions/0020-response-cache.md. install-change-triggers.ts installs the triggers.
      create table platform.change_log (
        transaction_id bigint not null,
        asset bigint not null,
        table_name text not null default '', -- '': unknown, such as all of a restored database
        constraint change_log_pkey primary key (transaction_id, asset, table_name)
      );

      -- What contexts may read.
      create view platform.change_log_v1 as select transaction_id, asset, table_name from platform.change_log;

      -- Its argument: the column that names the asset, or '' where rows are of none; no argument where there are no rows to look at.
      create function platform.log_change() returns trigger language plpgsql as $$
      declare
        changed_table text := tg_table_schema || '.' || tg_table_name;
      begin
        if tg_nargs = 0 then
          insert into platform.change_log values (${XID}, 0, changed_table) on conflict do nothing;
          return null;
        end if;
        if tg_op <> 'DELETE' then
          ${log('new_rows')}
        end if;
        if tg_op <> 'INSERT' then
          ${log('old_rows')}
        end if;
        return null;
      end $$;

      -- The audit trail: docs/decisions/0015-audit-trail.md.
      create schema audit;

      create table audit.event (
        id bigint generated always as identity,
        at timestamptz not null default platform.now(),
        actor text not null check (actor in ('key', 'operator', 'job', 'sql')),
        key_id bigint,
        request_id uuid,
        operation text,
        method text,
        path text,
        client text,
        asset_id bigint,
        kind text not null check (kind in ('created', 'updated', 'deleted', 'refused')),
        relation text,
        count integer not null default 1 check (count > 0),
        changes json,
        status integer check (status between 100 and 599),
        code text,
        constraint event_pkey primary key (id)
      );
      create index event_by_time on audit.event (at);
      create index event_by_asset on audit.event (asset_id, id);
      create index event_by_key on audit.event (key_id, id);
      create index event_by_operation on audit.event (operation, id);
      create index event_by_request on audit.event (request_id);

      -- What contexts may read.
      create view audit.event_v1 as select id, at, actor, key_id, request_id, operation, method, path, client, asset_id, kind, relation, count,
        changes, status, code from audit.event;

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
        happened_at timestamptz := platform.now();
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
    await runner.query('drop schema audit, platform cascade');
  }
}
