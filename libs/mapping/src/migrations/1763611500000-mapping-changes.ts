import type { MigrationInterface, QueryRunner } from 'typeorm';

export class MappingChanges1763611500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Written by the transaction of each change, so it only adds rows: no writer waits for another. No foreign key: it would
      -- lock the asset, which may be what goes.
      create table mapping.change (
        asset_id bigint not null,
        id bigint generated always as identity,
        constraint change_pkey primary key (asset_id, id)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table mapping.change');
  }
}
