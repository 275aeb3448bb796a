import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Earlier transactions have an unknown size, and all entries of an open one may belong to a single unit. */
export class TransactionBounds1763900100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table pricing.transaction add column byte_count integer, add column largest_unit integer not null default 0;
      update pricing.transaction set largest_unit = entry_count where status = 'pending';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table pricing.transaction drop column byte_count, drop column largest_unit');
  }
}
