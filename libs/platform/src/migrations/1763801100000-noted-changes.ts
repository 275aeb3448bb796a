import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Records the assets of the rows before and after a statement. */
const note = (rows: string): string => `if tg_argv[0] = 'asset_id' then
            insert into kernel.noted_change select pg_current_xact_id()::text::bigint, changed.asset_id
              from (select distinct asset_id from ${rows}) changed on conflict do nothing;
          elsif tg_argv[0] = 'id' then
            insert into kernel.noted_change select pg_current_xact_id()::text::bigint, changed.id
              from (select distinct id from ${rows}) changed on conflict do nothing;
          else
            insert into kernel.noted_change select pg_current_xact_id()::text::bigint, 0
              from (select from ${rows} limit 1) changed on conflict do nothing;
          end if;`;

/** The change log for docs/decisions/0020-response-cache.md; libs/platform/src/persistence/install-change-triggers.ts installs the triggers. */
export class NotedChanges1763801100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table kernel.noted_change (
        transaction_id bigint not null,
        asset bigint not null,
        constraint noted_change_pkey primary key (transaction_id, asset)
      );

      -- Its argument: the column that names the asset, or '' where rows are of none; no argument where there are no rows to look at.
      create function kernel.note_change() returns trigger language plpgsql as $$
      begin
        if tg_nargs = 0 then
          insert into kernel.noted_change values (pg_current_xact_id()::text::bigint, 0) on conflict do nothing;
          return null;
        end if;
        if tg_op <> 'DELETE' then
          ${note('new_rows')}
        end if;
        if tg_op <> 'INSERT' then
          ${note('old_rows')}
        end if;
        return null;
      end $$;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function kernel.note_change() cascade; drop table kernel.noted_change');
  }
}
