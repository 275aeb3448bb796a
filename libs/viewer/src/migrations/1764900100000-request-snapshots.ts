import type { MigrationInterface, QueryRunner } from 'typeorm';

export class RequestSnapshots1764900100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Requests that exist have the snapshot of this migration: their documents follow what is changed from now on.
      alter table viewer.build_request add column snapshot text not null default pg_current_snapshot()::text;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table viewer.build_request drop column snapshot');
  }
}
