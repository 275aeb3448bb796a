import pg from 'pg';
import type { QueryRunner } from 'typeorm';
import { distributedTables } from '../persistence/connection/citus.js';
import type { Persistence } from '../persistence/connection/persistence.js';

interface Table {
  schema: string;
  table: string;
  columns: string[];
  key: string[];
  /** trigger arguments by trigger name */
  triggers: Record<string, string>;
}

const TABLES = `select nspname as schema, relname as table,
    array(select attname::text from pg_attribute where attrelid = pg_class.oid and attnum > 0 and not attisdropped order by attnum) as columns,
    array(select attname::text from pg_index join pg_attribute on attrelid = indrelid and attnum = any (indkey)
      where indrelid = pg_class.oid and indisprimary order by attnum) as key,
    (select coalesce(json_object_agg(tgname, encode(tgargs, 'hex')), '{}') from pg_trigger
      where tgrelid = pg_class.oid and tgfoid = to_regprocedure('audit.record()')) as triggers
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where nspname = any ($1) and relkind in ('r', 'p') and not relispartition and not pg_class.oid = any ($2) order by 1, 2`;

const EVENTS = {
  insert: 'referencing new table as new_rows',
  update: 'referencing old table as old_rows new table as new_rows',
  delete: 'referencing old table as old_rows',
};

/** Columns that repeat what the event already records. */
const LEFT_OUT = ['updated_at'];

/**
 * Installs audit triggers on every table of these contexts, except the tables and columns that they exclude. A trigger that
 * is already up to date is left alone, because creating one waits for all writers of the table.
 */
export async function installAuditTriggers(runner: QueryRunner, contexts: readonly Persistence[]): Promise<void> {
  const schemas = contexts.map(({ schema }) => schema);
  for (const table of (await runner.query(TABLES, [schemas, await distributedTables(runner)])) as Table[]) {
    const unaudited = contexts.find(({ schema }) => schema === table.schema)?.unaudited ?? {};
    for (const event of Object.keys(EVENTS) as (keyof typeof EVENTS)[]) {
      const wanted = table.table in unaudited ? undefined : argumentsFor(table, unaudited);
      const found = table.triggers[`audit_${event}`];
      if (found !== (wanted && hexOf(wanted))) await runner.query(change(table, event, wanted));
    }
  }
}

function argumentsFor({ table, columns, key }: Table, unaudited: Record<string, string>): string[] {
  const asset = columns.includes('asset_id') ? 'asset_id' : table === 'asset' ? 'id' : '';
  const isLeftOut = (column: string): boolean => LEFT_OUT.includes(column) || `${table}.${column}` in unaudited;
  return [
    asset,
    ...[
      columns.filter((column) => !key.includes(column)),
      columns.filter((column) => !isLeftOut(column)),
      columns.filter(isLeftOut),
    ].map((names) => `{${names.join(',')}}`),
  ];
}

function change({ schema, table }: Table, event: keyof typeof EVENTS, wanted: string[] | undefined): string {
  const name = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(table)}`;
  if (!wanted) return `drop trigger audit_${event} on ${name}`;
  const values = wanted.map((value) => pg.escapeLiteral(value)).join(', ');
  const recorded = pg.escapeLiteral(`${schema}.${table}`);
  return `create or replace trigger audit_${event} after ${event} on ${name} ${EVENTS[event]}
    for each statement when (coalesce(current_setting('audit.unrecorded', true), '') <> ${recorded})
    execute function audit.record(${values})`;
}

/** The encoding of `pg_trigger.tgargs`. */
const hexOf = (values: string[]): string => Buffer.from(values.map((value) => `${value}\0`).join('')).toString('hex');
