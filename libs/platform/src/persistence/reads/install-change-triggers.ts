import pg from 'pg';
import type { QueryRunner } from 'typeorm';
import { hasCitus } from '../connection/citus.js';
import type { Persistence } from '../connection/persistence.js';

interface Table {
  schema: string;
  table: string;
  hasAsset: boolean;
  triggers: string[];
}

const TABLES = `select nspname as schema, relname as table,
    exists (select from pg_attribute where attrelid = pg_class.oid and attname = 'asset_id') as "hasAsset",
    array(select tgname::text from pg_trigger where tgrelid = pg_class.oid and tgname like 'log\\_%') as triggers
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where nspname = any ($1) and relkind in ('r', 'p') and not relispartition order by 1, 2`;

const EVENTS = {
  insert: 'referencing new table as new_rows',
  update: 'referencing old table as old_rows new table as new_rows',
  delete: 'referencing old table as old_rows',
  truncate: '',
};

/**
 * Installs triggers on every table of these contexts that record which assets a transaction changed, except on tables that no
 * response depends on. Existing triggers are left alone, because creating one waits for all writers of the table.
 */
export async function installChangeTriggers(runner: QueryRunner, contexts: readonly Persistence[]): Promise<void> {
  if (await hasCitus(runner)) return;
  const schemas = contexts.map(({ schema }) => schema);
  for (const { schema, table, hasAsset, triggers } of (await runner.query(TABLES, [schemas])) as Table[]) {
    const isLogged = !(table in (contexts.find((context) => context.schema === schema)?.uncached ?? {}));
    const column = hasAsset ? 'asset_id' : table === 'asset' ? 'id' : '';
    const qualified = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(table)}`;
    for (const [event, rows] of Object.entries(EVENTS)) {
      const name = `log_${event}`;
      if (triggers.includes(name) === isLogged) continue;
      if (!isLogged) await runner.query(`drop trigger ${name} on ${qualified}`);
      else if (rows === '') await runner.query(trigger(name, event, qualified));
      else await runner.query(trigger(name, event, qualified, rows, `'${column}'`));
    }
  }
}

const trigger = (name: string, event: string, table: string, rows = '', column = ''): string =>
  `create trigger ${name} after ${event} on ${table} ${rows} for each statement execute function platform.log_change(${column})`;
