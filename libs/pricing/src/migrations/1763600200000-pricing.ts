import type { MigrationInterface, QueryRunner } from 'typeorm';

const DATED = `created_at timestamptz(0) not null default now(), updated_at timestamptz(0) not null default now()`;

export class Pricing1763600200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create schema if not exists pricing;

      create table pricing.process (
        asset_id bigint not null,
        id bigint generated always as identity,
        name text not null,
        type text not null,
        pricing_strategy text not null,
        published_transaction_id bigint,
        ${DATED},
        constraint process_pkey primary key (asset_id, id),
        constraint process_asset_fkey foreign key (asset_id) references catalog.asset (id) on delete cascade
      );

      create table pricing.transaction (
        asset_id bigint not null,
        id bigint generated always as identity,
        process_id bigint not null,
        uuid uuid not null default gen_random_uuid(),
        pricing_strategy text not null,
        status text not null,
        source_count integer not null,
        entry_count integer not null,
        expires_at timestamptz not null,
        created_at timestamptz not null,
        queued_at timestamptz,
        started_at timestamptz,
        ended_at timestamptz,
        holds_entries boolean not null,
        constraint transaction_pkey primary key (asset_id, id),
        constraint transaction_process_fkey foreign key (asset_id, process_id) references pricing.process (asset_id, id) on delete cascade
      );
      -- At most one is open: Postgres decides, whatever number of processes ask.
      create unique index transaction_open on pricing.transaction (asset_id, process_id) where status = 'pending';
      create index transaction_holding on pricing.transaction (asset_id, process_id) where holds_entries;

      -- Never changed after it arrived. What is published is what process.published_transaction_id names.
      -- COPY leaves the first two columns to their defaults: the ingest sets them for its database transaction.
      create table pricing.entry (
        asset_id bigint not null default current_setting('pricing.asset')::bigint,
        transaction_id bigint not null default current_setting('pricing.transaction')::bigint,
        id bigint generated always as identity,
        unit_number text not null,
        provider_id text not null,
        price integer not null,
        available_on date not null,
        lease_term integer,
        lease_starts_on date,
        status text,
        specials_description text,
        leasing_fields json,
        created_at timestamptz(0) not null default now(),
        constraint entry_pkey primary key (asset_id, transaction_id, provider_id, id)
      );

      -- A row once the unit differs from the default; units without one show the default (see units/pricing-unit.queries.ts).
      create table pricing.unit (
        asset_id bigint not null,
        process_id bigint not null,
        id bigint not null,
        provider_id text,
        status text,
        price integer,
        full_price integer,
        show_pricing boolean not null default true,
        show_online_leasing boolean not null default true,
        specials_description text,
        available_on date,
        ${DATED},
        constraint unit_pkey primary key (asset_id, process_id, id),
        constraint pricing_unit_process_fkey foreign key (asset_id, process_id) references pricing.process (asset_id, id) on delete cascade,
        constraint pricing_unit_unit_fkey foreign key (asset_id, id) references catalog.unit (asset_id, id) on delete cascade
      ) with (fillfactor = 50);
      create unique index pricing_unit_provider on pricing.unit (asset_id, process_id, provider_id);
      create index pricing_unit_by_unit on pricing.unit (asset_id, id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop schema pricing cascade');
  }
}
