import type { ClientBase } from 'pg';
import { rows } from './tables.js';

interface Definition {
  table: string;
  name: string;
  definition: string;
}

/** Foreign keys come first, because they depend on the indexes of the other constraints. Not-null and check constraints stay. */
const CONSTRAINTS = `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
  from pg_constraint where connamespace::regnamespace::text = any ($1) and contype in ('p', 'u', 'f', 'x') and conparentid = 0
  order by contype = 'f' desc, 1, 2`;

const INDEXES = `select indrelid::regclass::text as table, indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
  from pg_index join pg_class on pg_class.oid = indexrelid
  where relnamespace::regnamespace::text = any ($1) and not relispartition
    and not exists (select from pg_constraint where conindid = indexrelid) order by 1, 2`;

/**
 * Drops the keys and indexes of tables before they are filled. Creating them from all rows at once takes a fraction of the time,
 * and the tables can be filled in any order.
 * @returns a function that recreates them and so checks every row
 */
export async function deferConstraints(client: ClientBase, schemas: string[]): Promise<() => Promise<void>> {
  const constraints = await rows<Definition>(client, CONSTRAINTS, [schemas]);
  const indexes = await rows<Definition>(client, INDEXES, [schemas]);
  for (const { table, name } of constraints) await rows(client, `alter table ${table} drop constraint ${name}`);
  for (const { name } of indexes) await rows(client, `drop index ${name}`);
  return async () => {
    for (const { table, name, definition } of constraints.toReversed())
      await rows(client, `alter table ${table} add constraint ${name} ${definition}`);
    for (const { definition } of indexes) await rows(client, definition);
  };
}
