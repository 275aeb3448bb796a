import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Viewer1766000600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create schema viewer;

      -- What has been requested; a build never locks it, so that a request never waits for a build.
      create table viewer.build_request (
        asset_id bigint not null,
        requested integer not null default 1 check (requested > 0),
        attempts integer not null default 0 check (attempts >= 0),
        snapshot text not null default pg_current_snapshot()::text,
        next_try_at timestamptz default now(),
        constraint build_request_pkey primary key (asset_id),
        constraint build_request_asset_fkey foreign key (asset_id) references catalog.asset (id) on delete cascade
      );
      create index build_request_due on viewer.build_request (next_try_at) where next_try_at is not null;

      create table viewer.document (
        asset_id bigint not null,
        built_for integer not null,
        body text not null,
        maps jsonb not null,
        etag text not null,
        due_at timestamptz,
        built_at timestamptz not null,
        constraint document_pkey primary key (asset_id),
        constraint document_asset_fkey foreign key (asset_id) references catalog.asset (id) on delete cascade
      );
      create index document_due on viewer.document (due_at) where due_at is not null;

      create table viewer.asset_view (
        asset_id bigint not null,
        body text not null,
        maps jsonb not null,
        markers jsonb not null,
        time_zone text not null,
        count_visits boolean not null,
        etag text not null,
        constraint asset_view_pkey primary key (asset_id),
        constraint asset_view_asset_fkey foreign key (asset_id) references catalog.asset (id) on delete cascade
      );

      -- The process is of another context, so without a foreign key: each build writes all of the asset's rows.
      create table viewer.priced_view (
        asset_id bigint not null,
        process_id bigint not null,
        body text not null,
        state text not null check (state in ('live', 'stale', 'hidden', 'empty')),
        as_of timestamptz,
        next_available_on date,
        etag text not null,
        constraint priced_view_pkey primary key (asset_id, process_id),
        constraint priced_view_asset_fkey foreign key (asset_id) references catalog.asset (id) on delete cascade
      );

      -- What visitors did on a day, of the pages of an asset and of its units, without any data about them.
      create table viewer.page_visit_count (
        asset_id bigint not null,
        day date not null,
        views bigint not null check (views >= 0),
        filters bigint not null check (filters >= 0),
        outbound_clicks bigint not null check (outbound_clicks >= 0),
        constraint page_visit_count_pkey primary key (asset_id, day),
        constraint page_visit_count_asset_fkey foreign key (asset_id) references catalog.asset (id) on delete cascade
      );

      create index page_visit_count_by_day on viewer.page_visit_count (day);

      create table viewer.unit_visit_count (
        asset_id bigint not null,
        day date not null,
        unit_id bigint not null,
        views bigint not null check (views >= 0),
        opens bigint not null check (opens >= 0),
        outbound_clicks bigint not null check (outbound_clicks >= 0),
        constraint unit_visit_count_pkey primary key (asset_id, day, unit_id),
        constraint unit_visit_count_asset_fkey foreign key (asset_id) references catalog.asset (id) on delete cascade,
        constraint unit_visit_count_unit_fkey foreign key (asset_id, unit_id) references catalog.unit (asset_id, id) on delete cascade
      );
      create index unit_visit_count_by_unit on viewer.unit_visit_count (asset_id, unit_id);
      create index unit_visit_count_by_day on viewer.unit_visit_count (day);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop schema viewer cascade');
  }
}
