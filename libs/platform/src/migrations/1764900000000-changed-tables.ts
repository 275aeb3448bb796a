import type { MigrationInterface, QueryRunner } from 'typeorm';

const XID = 'pg_current_xact_id()::text::bigint';

/** Records the assets of the rows that a statement wrote or removed. */
const note = (rows: string): string => `if tg_argv[0] = 'asset_id' then
            insert into kernel.noted_change select ${XID}, changed.asset_id, changed_table
              from (select distinct asset_id from ${rows}) changed on conflict do nothing;
          elsif tg_argv[0] = 'id' then
            insert into kernel.noted_change select ${XID}, changed.id, changed_table
              from (select distinct id from ${rows}) changed on conflict do nothing;
          else
            insert into kernel.noted_change select ${XID}, 0, changed_table
              from (select from ${rows} limit 1) changed on conflict do nothing;
          end if;`;

/** The change log records the table too, so that a reader finds the changes that matter to it. */
export class ChangedTables1764900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- '': unknown, such as all of a restored database
      alter table kernel.noted_change add column table_name text not null default '',
        drop constraint noted_change_pkey,
        add constraint noted_change_pkey primary key (transaction_id, asset, table_name);

      create view kernel.noted_change_v1 as select transaction_id, asset, table_name from kernel.noted_change;

      create or replace function kernel.note_change() returns trigger language plpgsql as $$
      declare
        changed_table text := tg_table_schema || '.' || tg_table_name;
      begin
        if tg_nargs = 0 then
          insert into kernel.noted_change values (${XID}, 0, changed_table) on conflict do nothing;
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
    const [row] = (await runner.query(
      `select pg_get_functiondef('kernel.note_change()'::regprocedure) as definition`,
    )) as [{ definition: string }];
    await runner.query(`
      drop view kernel.noted_change_v1;
      truncate kernel.noted_change;
      alter table kernel.noted_change drop constraint noted_change_pkey, drop column table_name,
        add constraint noted_change_pkey primary key (transaction_id, asset);
    `);
    await runner.query(row.definition.replaceAll(', changed_table', ''));
  }
}
