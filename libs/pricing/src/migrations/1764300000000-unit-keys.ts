import type { MigrationInterface, QueryRunner } from 'typeorm';

const BUILT = `select indisvalid as "isValid" from pg_index where indexrelid = to_regclass('pricing.unit_key')`;

/**
 * Removes an index from unit states and from pricing units, whose primary key now starts with the unit. A statement-level trigger
 * deletes pricing units with their process; a foreign key looked up the process for each unit, which every writer has locked.
 */
export class UnitKeys1764300000000 implements MigrationInterface {
  /** `create index concurrently` cannot run in a transaction; a second attempt continues where the first failed. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const concurrently = runner.isTransactionActive ? '' : 'concurrently'; // a restore migrates in its own transaction
    const [index] = (await runner.query(BUILT)) as { isValid: boolean }[];
    if (!index?.isValid) {
      await runner.query(`drop index ${concurrently} if exists pricing.unit_key`);
      await runner.query(`create unique index ${concurrently} unit_key on pricing.unit (asset_id, id, process_id)`);
    }
    await runner.query(`
      drop index if exists pricing.unit_state_by_end;
      alter table pricing.unit drop constraint unit_pkey, drop constraint if exists pricing_unit_process_fkey;
      alter table pricing.unit add constraint unit_pkey primary key using index unit_key;
      drop index if exists pricing.pricing_unit_by_unit;

      create or replace function pricing.remove_units() returns trigger language plpgsql as $$
      declare
        gone record;
      begin
        for gone in select asset_id, id from removed loop
          delete from pricing.unit where asset_id = gone.asset_id and process_id = gone.id;
        end loop;
        return null;
      end $$;
      create or replace trigger process_removed after delete on pricing.process referencing old table as removed
        for each statement execute function pricing.remove_units();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger process_removed on pricing.process;
      drop function pricing.remove_units();
      create index pricing_unit_by_unit on pricing.unit (asset_id, id);
      alter table pricing.unit drop constraint unit_pkey;
      alter table pricing.unit add constraint unit_pkey primary key (asset_id, process_id, id),
        add constraint pricing_unit_process_fkey foreign key (asset_id, process_id)
          references pricing.process (asset_id, id) on delete cascade;
      create index unit_state_by_end on pricing.unit_state (asset_id, process_id, valid_to);
    `);
  }
}
