import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stored documents no longer contain `PUBLIC_URL`; those that do are rebuilt. */
export class FileUrls1764000100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('update viewer.build_request set requested = requested + 1, next_try_at = now()');
  }

  async down(): Promise<void> {}
}
