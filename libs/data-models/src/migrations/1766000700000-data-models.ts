import type { MigrationInterface, QueryRunner } from 'typeorm';

export class DataModels1766000700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create schema data_model;

      create table data_model.data_model (
        asset_id bigint not null,
        id bigint generated always as identity,
        title text not null check (title <> ''),
        file text not null,
        created_at timestamptz(0) not null default now(),
        updated_at timestamptz(0) not null default now(),
        constraint data_model_pkey primary key (asset_id, id),
        constraint data_model_asset_fkey foreign key (asset_id) references catalog.asset (id) on delete cascade,
        constraint data_model_file_fkey foreign key (file) references platform.stored_file (name) deferrable initially deferred
      );
      create index data_model_by_file on data_model.data_model (file);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop schema data_model cascade');
  }
}
