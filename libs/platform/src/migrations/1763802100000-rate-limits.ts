import type { MigrationInterface, QueryRunner } from 'typeorm';

export class RateLimits1763802100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Requests a minute, 0 = no limit; null = as the server is set.
      alter table kernel.api_key add column rate_limit integer;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table kernel.api_key drop column rate_limit');
  }
}
