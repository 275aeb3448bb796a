import type { MigrationInterface, QueryRunner } from 'typeorm';

export class EmbedPricesOrigins1763900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table mapping.embed add column allowed_origins text[] not null default '{}';
      -- Of another context, so without a foreign key: one that is gone counts as none.
      alter table mapping.embed_map add column pricing_process_id bigint;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table mapping.embed_map drop column pricing_process_id;
      alter table mapping.embed drop column allowed_origins;
    `);
  }
}
