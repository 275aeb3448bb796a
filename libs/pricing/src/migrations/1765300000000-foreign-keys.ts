import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Foreign keys delete pricing units with their process or unit, and past states with their pricing unit, instead of triggers. Past
 * states have an index for that, because their key starts with the publication.
 */
export class ForeignKeys1765300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger unit_removed on pricing.unit;
      drop trigger process_removed on pricing.process;
      drop trigger pricing_units_removed on catalog.unit;
      drop function pricing.remove_unit_states();
      drop function pricing.remove_units();
      drop function pricing.remove_deleted_units();
      create index unit_state_by_unit on pricing.unit_state (asset_id, unit_id, process_id);
      alter table pricing.unit
        add constraint pricing_unit_process_fkey foreign key (asset_id, process_id)
          references pricing.process (asset_id, id) on delete cascade,
        add constraint pricing_unit_unit_fkey foreign key (asset_id, id)
          references catalog.unit (asset_id, id) on delete cascade;
      alter table pricing.unit_state add constraint unit_state_unit_fkey foreign key (asset_id, unit_id, process_id)
        references pricing.unit (asset_id, id, process_id) on delete cascade;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table pricing.unit_state drop constraint unit_state_unit_fkey;
      alter table pricing.unit drop constraint pricing_unit_unit_fkey, drop constraint pricing_unit_process_fkey;
      drop index pricing.unit_state_by_unit;
      create function pricing.remove_unit_states() returns trigger language plpgsql as $$
      begin
        delete from pricing.unit_state state using removed
          where state.asset_id = removed.asset_id and state.process_id = removed.process_id and state.unit_id = removed.id;
        return null;
      end $$;
      create function pricing.remove_units() returns trigger language plpgsql as $$
      begin
        delete from pricing.unit unit using removed where unit.asset_id = removed.asset_id and unit.process_id = removed.id;
        return null;
      end $$;
      create function pricing.remove_deleted_units() returns trigger language plpgsql as $$
      begin
        delete from pricing.unit unit using removed where unit.asset_id = removed.asset_id and unit.id = removed.id;
        return null;
      end $$;
      create trigger unit_removed after delete on pricing.unit referencing old table as removed
        for each statement execute function pricing.remove_unit_states();
      create trigger process_removed after delete on pricing.process referencing old table as removed
        for each statement execute function pricing.remove_units();
      create trigger pricing_units_removed after delete on catalog.unit referencing old table as removed
        for each statement execute function pricing.remove_deleted_units();
    `);
  }
}
