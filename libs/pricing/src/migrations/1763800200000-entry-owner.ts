import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The copy itself provides the asset of each entry. */
export class EntryOwner1763800200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table pricing.entry alter column asset_id drop default, alter column transaction_id drop default`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table pricing.entry alter column asset_id set default current_setting('pricing.asset')::bigint,
      alter column transaction_id set default current_setting('pricing.transaction')::bigint`);
  }
}
