import type { MigrationInterface, QueryRunner } from 'typeorm';

export class RestoredPublications1764000100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table pricing.publication add column restored_from bigint');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table pricing.publication drop column restored_from');
  }
}
