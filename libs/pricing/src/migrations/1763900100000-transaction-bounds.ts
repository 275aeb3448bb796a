import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Of what was sent before, nobody knows the bytes; and all entries of a transaction that is open may be of one unit. */
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
