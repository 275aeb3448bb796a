import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The outbox of all consumers replaces the table; servers of the version before write and read through the view. */
export class ViewerOutbox1764800100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      lock table viewer.change in access exclusive mode;
      insert into kernel.outbox (asset_id, consumer) select asset_id, 'follow-changes' from viewer.change;
      drop table viewer.change;
      create view viewer.change as select asset_id, id, consumer, noted_at from kernel.outbox where consumer = 'follow-changes';
      alter view viewer.change alter column consumer set default 'follow-changes';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop view viewer.change');
  }
}
