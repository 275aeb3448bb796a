import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A statement-level trigger deletes pricing units with their unit. A foreign key looked up the unit for each pricing unit, although
 * every statement that inserts pricing units locks it; that took a third of the time of a first delivery.
 */
export class DeletedUnits1764400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create function pricing.remove_deleted_units() returns trigger language plpgsql as $$
      declare
        gone record;
      begin
        for gone in select asset_id, id from removed loop
          delete from pricing.unit where asset_id = gone.asset_id and id = gone.id;
        end loop;
        return null;
      end $$;
      create trigger pricing_units_removed after delete on catalog.unit referencing old table as removed
        for each statement execute function pricing.remove_deleted_units();
      alter table pricing.unit drop constraint pricing_unit_unit_fkey;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger pricing_units_removed on catalog.unit;
      drop function pricing.remove_deleted_units();
      alter table pricing.unit add constraint pricing_unit_unit_fkey foreign key (asset_id, id)
        references catalog.unit (asset_id, id) on delete cascade;
    `);
  }
}
