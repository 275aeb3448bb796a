import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Outbox1764800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Written by the transaction of each event, so it only adds rows: no writer waits for another. No foreign key: it would lock
      -- the asset, which may be what is deleted.
      create table kernel.outbox (
        asset_id bigint not null,
        id bigint generated always as identity,
        consumer text not null,
        noted_at timestamptz not null default kernel.now(),
        constraint outbox_pkey primary key (asset_id, id)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table kernel.outbox');
  }
}
