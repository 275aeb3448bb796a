import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ViewerViews1763900200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table viewer.asset_view (
        asset_id bigint not null,
        body text not null,
        maps jsonb not null,
        markers jsonb not null,
        etag text not null,
        constraint asset_view_pkey primary key (asset_id),
        constraint asset_view_asset_fkey foreign key (asset_id) references catalog.asset (id) on delete cascade
      );

      -- The process is of another context, so without a foreign key: each build writes all of the asset's rows.
      create table viewer.priced_view (
        asset_id bigint not null,
        process_id bigint not null,
        body text not null,
        state text not null,
        as_of timestamptz,
        next_available_on date,
        etag text not null,
        constraint priced_view_pkey primary key (asset_id, process_id),
        constraint priced_view_asset_fkey foreign key (asset_id) references catalog.asset (id) on delete cascade
      );

      alter table viewer.document rename column stale_at to due_at;
      alter index viewer.document_becoming_stale rename to document_due;

      -- Whatever is built has no views yet.
      update viewer.build_request set requested = requested + 1, next_try_at = now();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter index viewer.document_due rename to document_becoming_stale;
      alter table viewer.document rename column due_at to stale_at;
      drop table viewer.priced_view;
      drop table viewer.asset_view;
    `);
  }
}
