import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Unique indexes include the asset, so that the tables can be distributed by it (docs/scaling.md). The key comes first, because pages are looked up by it. */
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
