import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Answers1763600700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- First answers to requests with an idempotency key.
      create table kernel.answer (
        key_id bigint not null,
        idempotency_key text not null,
        print bytea not null,
        status smallint not null,
        headers jsonb not null,
        body text,
        stored_at timestamptz not null default kernel.now(),
        constraint answer_pkey primary key (key_id, idempotency_key),
        constraint answer_key_id_fkey foreign key (key_id) references kernel.api_key (id) on delete cascade
      );
      create index answer_stored_at on kernel.answer (stored_at);

      -- Requests counted against limits; of no worth after a crash.
      create unlogged table kernel.request_count (
        key varchar(255) not null,
        points integer not null default 0,
        expire bigint,
        constraint request_count_pkey primary key (key)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table kernel.answer, kernel.request_count');
  }
}
