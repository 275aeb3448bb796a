import type { TestApp } from '../support/app.js';

/** Tables that record requests and changes, and folded counts: they are no effect of a request itself. Neither are events, which a job derives from changes. */
const BOOKKEEPING = ['platform.request_count', 'audit.event', 'platform.change_log', 'catalog.unit_count'];

/** SQL condition: the table is an outbox, which its consumer empties. @param table its oid */
export const isOutbox = (table: string): string => `exists (select from pg_attribute outbox
  where outbox.attrelid = ${table} and outbox.attname = 'inserted_at')`;

/** All stored rows as one text per table, without bookkeeping such as `last_used_at`. */
export async function snapshotOf(app: TestApp): Promise<Record<string, string>> {
  app.stopJobs(); // changes by jobs are no effect of a request
  const tables = await app.sql<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema || '.' || table_name <> all ($1)
       and not ${isOutbox(`format('%I.%I', table_schema, table_name)::regclass`)} and table_schema not in ('pg_catalog', 'information_schema', 'events') order by 1`,
    [BOOKKEEPING],
  );
  const contents: Record<string, string> = {};
  for (const { name } of tables) {
    const row = name === 'platform.api_key' ? `to_jsonb(t) - 'last_used_at'` : 'to_jsonb(t)';
    const [all] = await app.sql<{ text: string }>(
      `select coalesce(string_agg((${row})::text, E'\\n' order by ${row}), '') as text from ${name} t`,
    );
    contents[name] = all!.text;
  }
  return contents;
}
