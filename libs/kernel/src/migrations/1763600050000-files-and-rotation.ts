import type { MigrationInterface, QueryRunner } from 'typeorm';

export class FilesAndRotation1763600050000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Columns that name files refer to this table; a file that none names any more is collected.
      create table kernel.stored_file (
        name text not null,
        stored_at timestamptz not null default kernel.now(),
        unnamed_since timestamptz,
        constraint stored_file_pkey primary key (name)
      );
      create index stored_file_unnamed on kernel.stored_file (unnamed_since) where unnamed_since is not null;

      -- The secret before the last rotation, while it still works.
      alter table kernel.api_key add previous_hash bytea, add previous_until timestamptz;
      create unique index api_key_previous_hash on kernel.api_key (previous_hash);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index kernel.api_key_previous_hash;
      alter table kernel.api_key drop previous_hash, drop previous_until;
      drop table kernel.stored_file;
    `);
  }
}
