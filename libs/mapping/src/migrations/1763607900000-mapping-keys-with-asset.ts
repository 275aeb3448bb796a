import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is unique carries its asset, so that the tables can be distributed by it (docs/scaling.md). The key comes first: pages are found by it. */
export class MappingKeysWithAsset1763607900000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index mapping.landing_page_viewer_key;
      create unique index landing_page_viewer_key on mapping.landing_page (key, asset_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index mapping.landing_page_viewer_key;
      create unique index landing_page_viewer_key on mapping.landing_page (key);
    `);
  }
}
