import type { MigrationInterface, QueryRunner } from 'typeorm';

/** docs/decisions/unchanged-answers.md says what for; libs/kernel/src/persistence/note-changes.ts makes the triggers. */
export class NotedChanges1763801100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table kernel.noted_change (
        transaction_id bigint not null,
        asset bigint not null,
        constraint noted_change_pkey primary key (transaction_id, asset)
      );

      -- Its argument: the column that names the asset, or none, where it is no asset's.
      create function kernel.note_change() returns trigger language plpgsql as $$
      declare
        this_transaction constant bigint := pg_current_xact_id()::text::bigint;
      begin
        if tg_nargs = 0 then
          insert into kernel.noted_change values (this_transaction, 0) on conflict do nothing;
        elsif tg_argv[0] = 'id' then
          if tg_op <> 'DELETE' then
            insert into kernel.noted_change select distinct this_transaction, id from new_rows on conflict do nothing;
          end if;
          if tg_op <> 'INSERT' then
            insert into kernel.noted_change select distinct this_transaction, id from old_rows on conflict do nothing;
          end if;
        else
          if tg_op <> 'DELETE' then
            insert into kernel.noted_change select distinct this_transaction, asset_id from new_rows on conflict do nothing;
          end if;
          if tg_op <> 'INSERT' then
            insert into kernel.noted_change select distinct this_transaction, asset_id from old_rows on conflict do nothing;
          end if;
        end if;
        return null;
      end $$;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function kernel.note_change() cascade; drop table kernel.noted_change');
  }
}
