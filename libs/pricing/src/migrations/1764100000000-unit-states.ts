import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The current state of units counts as older than the history, so that their rows stay unchanged. */
export class UnitStates1764100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table pricing.unit add column valid_from timestamptz, add column since bigint;

      create table pricing.unit_state (
        asset_id bigint not null,
        process_id bigint not null,
        unit_id bigint not null,
        id bigint generated always as identity,
        valid_from timestamptz,
        valid_to timestamptz not null,
        since bigint,
        until bigint not null,
        provider_id text,
        status text,
        price integer,
        full_price integer,
        show_pricing boolean not null,
        show_online_leasing boolean not null,
        specials_description text,
        available_on date,
        constraint unit_state_pkey primary key (asset_id, process_id, unit_id, id),
        constraint unit_state_unit_fkey foreign key (asset_id, process_id, unit_id)
          references pricing.unit (asset_id, process_id, id) on delete cascade
      );
      create index unit_state_by_end on pricing.unit_state (asset_id, process_id, valid_to);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table pricing.unit_state;
      alter table pricing.unit drop column valid_from, drop column since;
    `);
  }
}
