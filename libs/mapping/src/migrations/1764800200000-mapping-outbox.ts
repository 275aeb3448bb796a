import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The outbox of all consumers replaces the table; servers of the version before write and read through the view. */
export class MappingOutbox1764800200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      lock table mapping.change in access exclusive mode;
      insert into kernel.outbox (asset_id, consumer) select asset_id, 'bind-maps' from mapping.change;
      drop table mapping.change;
      create view mapping.change as select asset_id, id, consumer, noted_at from kernel.outbox where consumer = 'bind-maps';
      alter view mapping.change alter column consumer set default 'bind-maps';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop view mapping.change');
  }
}
