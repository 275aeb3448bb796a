import type { MigrationInterface, QueryRunner } from 'typeorm';

export class WhatToSweep1763611300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table pricing.transaction add column needs_sweep boolean not null default false;
      update pricing.transaction transaction set needs_sweep = true from pricing.process process
        where process.asset_id = transaction.asset_id and process.id = transaction.process_id and transaction.holds_entries
          and transaction.status <> 'pending' and process.published_transaction_id is distinct from transaction.id;
      create index transaction_to_sweep on pricing.transaction (asset_id, id) where needs_sweep;
      create index transaction_expiring on pricing.transaction (expires_at) where status = 'pending';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index pricing.transaction_expiring;
      alter table pricing.transaction drop column needs_sweep;
    `);
  }
}
