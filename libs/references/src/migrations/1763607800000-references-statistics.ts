import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Extended statistics tell Postgres that a group belongs to one asset; without them, it expects a row or two and scans the group for a value. */
export class ReferencesStatistics1763607800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create statistics reference.unit_reference_asset_group (dependencies) on asset_id, group_id from reference.unit_reference;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop statistics reference.unit_reference_asset_group');
  }
}
