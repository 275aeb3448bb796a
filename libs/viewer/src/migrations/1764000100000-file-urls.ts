import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stored documents no longer have `PUBLIC_URL` in them: those that were built with it are built once more. */
export class FileUrls1764000100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('update viewer.build_request set requested = requested + 1, next_try_at = now()');
  }

  async down(): Promise<void> {}
}
