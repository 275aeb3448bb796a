import type { ClientBase } from 'pg';
import { translateErrors } from '@app/platform/persistence';

/** A schema without migrations of its own; migrations of the platform create it. */
const AUDIT_SCHEMA = 'audit';

/** The schemas created by these migrations. */
export const schemasOf = (migrations: readonly string[]): string[] => [
  ...new Set([...migrations.map((name) => name.split('.', 1)[0]!), AUDIT_SCHEMA]),
];

/** Tables that hold transaction ids, which are meaningless in another cluster. */
const OF_THIS_CLUSTER = ['platform.change_log'];

export interface Table {
  schema: string;
  table: string;
  /** qualified and quoted */
  name: string;
  /** names, unquoted */
  columns: string[];
  isPartitioned: boolean;
  /** size on disk, without indexes */
  bytes: number;
}

/** Omits unlogged tables, whose content need not survive a crash either. */
const TABLES = `select nspname as schema, relname as table, pg_class.oid::regclass::text as name,
    array(select attname::text from pg_attribute
      where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
    relkind = 'p' as "isPartitioned", pg_table_size(pg_class.oid)::float8 as bytes
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where nspname = any ($1) and relkind in ('r', 'p') and not relispartition and relpersistence = 'p'
    and nspname || '.' || relname <> all ($2) order by 1, 2`;

const SEQUENCES = `select format('%I.%I', schemaname, sequencename) as name, last_value::text as "lastValue"
  from pg_sequences where schemaname = any ($1) order by 1`;

export const sequencesOf = (
  client: ClientBase,
  schemas: string[],
): Promise<{ name: string; lastValue: string | null }[]> => rows(client, SEQUENCES, [schemas]);

export const tablesOf = (client: ClientBase, schemas: string[]): Promise<Table[]> =>
  rows<Table>(client, TABLES, [schemas, OF_THIS_CLUSTER]);

export async function rows<Row extends object>(
  client: ClientBase,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return (await translateErrors(client.query<Row>(sql, values))).rows;
}
