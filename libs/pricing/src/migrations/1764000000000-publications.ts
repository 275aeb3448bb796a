import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The live data set becomes the first publication. Its entries stay unchanged without a hash, so the next data set replaces all of them. */
export class Publications1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table pricing.entry add column since integer not null default 0, add column until integer, add column hash bigint;
      alter table pricing.entry set (fillfactor = 85);
      alter table pricing.process add column publication_id bigint, add column published_at timestamptz,
        add column published_entries integer, add column published_bytes integer, add column content_hash bigint,
        add column closed_entries integer not null default 0;
      alter table pricing.transaction add column content_hash bigint, add column publication_id bigint, add column report jsonb;

      create table pricing.publication (
        asset_id bigint not null,
        process_id bigint not null,
        id bigint not null,
        transaction_id bigint not null,
        generation_id bigint not null,
        compared_with bigint,
        published_at timestamptz not null,
        entry_count integer not null,
        totals jsonb not null,
        actor text not null,
        key_id bigint,
        constraint publication_pkey primary key (asset_id, process_id, id),
        constraint publication_process_fkey foreign key (asset_id, process_id) references pricing.process (asset_id, id) on delete cascade
      );
      create index publication_generation on pricing.publication (asset_id, generation_id);
      create index publication_by_time on pricing.publication (published_at);

      update pricing.process set publication_id = 1, published_at = transaction.ended_at,
          published_entries = transaction.entry_count, published_bytes = transaction.byte_count
        from pricing.transaction
        where transaction.asset_id = process.asset_id and transaction.id = process.published_transaction_id;
      insert into pricing.publication (asset_id, process_id, id, transaction_id, generation_id, published_at, entry_count, totals, actor)
        select transaction.asset_id, transaction.process_id, 1, transaction.id, transaction.id,
          coalesce(transaction.ended_at, transaction.created_at), transaction.entry_count, jsonb_build_object('received', transaction.entry_count), 'job'
        from pricing.process join pricing.transaction
          on transaction.asset_id = process.asset_id and transaction.id = process.published_transaction_id;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      delete from pricing.entry where until is not null;
      drop table pricing.publication;
      alter table pricing.transaction drop column content_hash, drop column publication_id, drop column report;
      alter table pricing.process drop column publication_id, drop column published_at, drop column published_entries,
        drop column published_bytes, drop column content_hash, drop column closed_entries;
      alter table pricing.entry reset (fillfactor);
      alter table pricing.entry drop column since, drop column until, drop column hash;
    `);
  }
}
