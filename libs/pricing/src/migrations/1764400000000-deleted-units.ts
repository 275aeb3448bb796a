import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Pricing units go with their unit by a trigger for each statement. A foreign key looks the unit up for each pricing unit,
 * under the lock that every statement which inserts pricing units takes on it: of a first delivery, that was a third of the
 * time.
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
