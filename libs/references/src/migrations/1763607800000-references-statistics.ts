import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A group belongs to one asset. Unless Postgres knows, it takes a group for a row or two, and walks through it to find a value. */
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
