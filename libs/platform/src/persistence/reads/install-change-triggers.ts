import pg from 'pg';
import type { QueryRunner } from 'typeorm';
import { hasCitus } from '../connection/citus.js';
import type { Persistence } from '../connection/persistence.js';

export interface Table {
  oid: number;
  schema: string;
  table: string;
  columns: string[];
  /** columns of the primary key */
  key: string[];
  /** encoded arguments of the triggers, by name */
  triggers: Record<string, string>;
}

const TABLES = `select pg_class.oid, nspname as schema, relname as table,
    array(select attname::text from pg_attribute where attrelid = pg_class.oid and attnum > 0 and not attisdropped order by attnum) as columns,
    array(select attname::text from pg_index join pg_attribute on attrelid = indrelid and attnum = any (indkey)
      where indrelid = pg_class.oid and indisprimary order by attnum) as key,
    (select coalesce(json_object_agg(tgname, encode(tgargs, 'hex')), '{}') from pg_trigger where tgrelid = pg_class.oid) as triggers
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where nspname = any ($1) and relkind in ('r', 'p') and not relispartition order by 2, 3`;

export const tablesOf = (runner: QueryRunner, contexts: readonly Persistence[]): Promise<Table[]> =>
  runner.query(TABLES, [contexts.map(({ schema }) => schema)]) as Promise<Table[]>;

/** The column that names the asset of a row; '' if rows are of none. */
export const assetColumnOf = ({ table, columns }: Table): string =>
  columns.includes('asset_id') ? 'asset_id' : table === 'asset' ? 'id' : '';

/** The rows that a trigger sees, by event. */
export const TRANSITIONS = {
  insert: 'referencing new table as new_rows',
  update: 'referencing old table as old_rows new table as new_rows',
  delete: 'referencing old table as old_rows',
};

/**
 * Installs triggers on every table of these contexts that record which assets a transaction changed, except on tables that no
 * response depends on. Existing triggers are left alone, because creating one waits for all writers of the table.
 */
export async function installChangeTriggers(runner: QueryRunner, contexts: readonly Persistence[]): Promise<void> {
  if (await hasCitus(runner)) return;
  for (const found of await tablesOf(runner, contexts)) {
    const { schema, table, triggers } = found;
    const isLogged = !(table in (contexts.find((context) => context.schema === schema)?.uncached ?? {}));
    const qualified = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(table)}`;
    for (const [event, rows] of [...Object.entries(TRANSITIONS), ['truncate', '']] as const) {
      const name = `log_${event}`;
      const column = rows && `'${assetColumnOf(found)}'`;
      if (name in triggers === isLogged) continue;
      await runner.query(
        isLogged
          ? `create trigger ${name} after ${event} on ${qualified} ${rows} for each statement execute function platform.log_change(${column})`
          : `drop trigger ${name} on ${qualified}`,
      );
    }
  }
}
