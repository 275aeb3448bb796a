import type { MigrationInterface, QueryRunner } from 'typeorm';

const DATED = `created_at timestamptz(0) not null default now(), updated_at timestamptz(0) not null default now()`;

/** The schema is named `reference`, because `references` is an SQL keyword. */
export class References1766000300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create schema reference;

      create table reference.asset_reference (
        asset_id bigint not null,
        id bigint generated always as identity,
        name text not null check (name <> ''),
        description text,
        key text check (key ~ '^[a-z][a-z0-9-]{1,254}$'),
        value text not null check (value <> ''),
        ${DATED},
        constraint asset_reference_pkey primary key (asset_id, id),
        constraint asset_reference_asset_fkey foreign key (asset_id) references catalog.asset (id) on delete cascade
      );
      create unique index asset_reference_key on reference.asset_reference (asset_id, key);
      create index asset_reference_by_value on reference.asset_reference (key, value, id);

      create table reference.unit_reference_group (
        asset_id bigint not null,
        id bigint generated always as identity,
        name text not null check (name <> ''),
        description text,
        key text check (key ~ '^[a-z][a-z0-9-]{1,254}$'),
        ${DATED},
        constraint unit_reference_group_pkey primary key (asset_id, id),
        constraint unit_reference_group_asset_fkey foreign key (asset_id) references catalog.asset (id) on delete cascade
      );
      create unique index unit_reference_group_key on reference.unit_reference_group (asset_id, key);

      create table reference.unit_reference (
        asset_id bigint not null,
        group_id bigint not null,
        unit_id bigint not null,
        value text,
        ${DATED},
        constraint unit_reference_pkey primary key (asset_id, group_id, unit_id),
        constraint unit_reference_value unique (asset_id, group_id, value) deferrable initially deferred,
        constraint unit_reference_group_fkey foreign key (asset_id, group_id) references reference.unit_reference_group (asset_id, id) on delete cascade,
        constraint unit_reference_unit_fkey foreign key (asset_id, unit_id) references catalog.unit (asset_id, id) on delete cascade
      );
      create index unit_reference_by_unit on reference.unit_reference (asset_id, unit_id);

      -- Tells Postgres that a group belongs to one asset; without it, it expects a row or two and scans the group for a value.
      create statistics reference.unit_reference_asset_group (dependencies) on asset_id, group_id from reference.unit_reference;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop schema reference cascade');
  }
}
