import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ExpectedPrices1765100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table pricing.process add column expected_every_hours integer');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table pricing.process drop column expected_every_hours');
  }
}
