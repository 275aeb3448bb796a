import type { MigrationInterface, QueryRunner } from 'typeorm';

export class DueBuilds1763611400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table viewer.build_request alter column next_try_at drop not null;
      update viewer.build_request request set next_try_at = null from viewer.document document
        where document.asset_id = request.asset_id and document.built_for >= request.requested;
      create index build_request_due on viewer.build_request (next_try_at) where next_try_at is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index viewer.build_request_due;
      update viewer.build_request set next_try_at = now() where next_try_at is null;
      alter table viewer.build_request alter column next_try_at set not null;
    `);
  }
}
