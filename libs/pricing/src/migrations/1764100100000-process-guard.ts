import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ProcessGuard1764100100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table pricing.process add column guard jsonb, add column history_days integer;
      alter table pricing.transaction add column guard text;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table pricing.transaction drop column guard;
      alter table pricing.process drop column guard, drop column history_days;
    `);
  }
}
