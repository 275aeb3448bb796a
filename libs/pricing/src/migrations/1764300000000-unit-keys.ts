import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * One index fewer for what units showed, and for pricing units, whose primary key now begins with the unit. Pricing units go
 * with their process by a trigger for each statement: a foreign key looked the process up for each unit, under the lock that
 * every writer of pricing units holds on it.
 */
export class UnitKeys1764300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- First, because the other statements lock out readers until the end.
      create unique index unit_key on pricing.unit (asset_id, id, process_id);
      drop index pricing.unit_state_by_end;
      alter table pricing.unit drop constraint unit_pkey, drop constraint pricing_unit_process_fkey;
      alter table pricing.unit add constraint unit_pkey primary key using index unit_key;
      drop index pricing.pricing_unit_by_unit;

      create function pricing.remove_units() returns trigger language plpgsql as $$
      declare
        gone record;
      begin
        for gone in select asset_id, id from removed loop
          delete from pricing.unit where asset_id = gone.asset_id and process_id = gone.id;
        end loop;
        return null;
      end $$;
      create trigger process_removed after delete on pricing.process referencing old table as removed
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
