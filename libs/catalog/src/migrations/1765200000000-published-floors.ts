import type { MigrationInterface, QueryRunner } from 'typeorm';

export class PublishedFloors1765200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create view catalog.floor_v1 as select asset_id, id from catalog.floor;
      create view catalog.floor_plan_v1 as select asset_id, id from catalog.floor_plan;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop view catalog.floor_plan_v1, catalog.floor_v1');
  }
}
