import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Viewer1763600600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create schema if not exists viewer;

      -- What has been asked for; a build never locks it, so that asking never waits for a build.
      create table viewer.build_request (
        asset_id bigint not null,
        requested integer not null default 1,
        attempts integer not null default 0,
        next_try_at timestamptz not null default now(),
        constraint build_request_pkey primary key (asset_id),
        constraint build_request_asset_fkey foreign key (asset_id) references catalog.asset (id) on delete cascade
      );

      create table viewer.document (
        asset_id bigint not null,
        built_for integer not null,
        body text not null,
        maps jsonb not null,
        etag text not null,
        stale_at timestamptz,
        built_at timestamptz not null,
        constraint document_pkey primary key (asset_id),
        constraint document_asset_fkey foreign key (asset_id) references catalog.asset (id) on delete cascade
      );
      create index document_becoming_stale on viewer.document (stale_at) where stale_at is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop schema viewer cascade');
  }
}
