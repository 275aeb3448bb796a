import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Kernel1763600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create schema if not exists kernel;

      -- Domain time: one clock for all replicas.
      create function kernel.now() returns timestamptz language sql volatile parallel safe
        as 'select clock_timestamp()';

      create table kernel.api_key (
        id bigint generated always as identity,
        name text not null,
        hash bytea not null,
        permissions text[] not null,
        accounts bigint[],
        expires_at timestamptz,
        revoked_at timestamptz,
        last_used_at timestamptz,
        created_at timestamptz not null default now(),
        constraint api_key_pkey primary key (id)
      );
      create unique index api_key_hash on kernel.api_key (hash);

      -- Columns that name files refer to this table; a file that none names any more is collected.
      create table kernel.stored_file (
        name text not null,
        stored_at timestamptz not null default kernel.now(),
        unnamed_since timestamptz,
        constraint stored_file_pkey primary key (name)
      );
      create index stored_file_unnamed on kernel.stored_file (unnamed_since) where unnamed_since is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop schema kernel cascade');
  }
}
