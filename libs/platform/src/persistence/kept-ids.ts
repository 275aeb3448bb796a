import { Database } from './database.js';
import { UnitOfWork } from './unit-of-work.js';

/** What a row may say beside its fields: the id that the thing has elsewhere, and keeps here where that is free. */
export interface WithId {
  id?: string;
}

/** A declared thing that is found by its id, else by its name, and never taken for one that is declared beside it. */
export interface Declared extends WithId {
  /** ids of what is declared beside it */
  beside?: readonly string[];
}

/** Ids beyond would leave a sequence without room. */
const KEEPABLE = /^[1-9]\d{0,14}$/;

export const isKeepable = (id: string): boolean => KEEPABLE.test(id);

/** Ends a query for a declared thing: parameters `id`, `name` and `beside`. */
export const orderDeclared = (name: string): string =>
  `(id::text = :id::text or (${name} = :name and not id::text = any (:beside::text[])))
    order by (id::text is not distinct from :id::text) desc, id limit 1`;

/** The parameters of `orderDeclared`. */
export const declaredBy = ({ id, beside = [] }: Declared, name: string) => ({
  name,
  id: id ?? null,
  beside: beside.filter((other) => other !== id),
});

const IS_BELOW = `select sequence from (select pg_get_serial_sequence(:table, 'id')::regclass as sequence) own
  where coalesce(pg_sequence_last_value(sequence), 0) < :upTo::bigint`;

/**
 * New rows of the table get ids above: nobody takes one that is about to be kept. A sequence does not go back, so this
 * waits for writers of the table, in a transaction of its own.
 */
export async function reserveIds(work: UnitOfWork, database: Database, table: string, upTo: string): Promise<void> {
  if ((await database.rows(IS_BELOW, { table, upTo })).length === 0) return;
  await work.run(async () => {
    await database.execute(`lock table ${table} in share row exclusive mode`);
    await database.rows(`select setval(sequence, :upTo::bigint) from (${IS_BELOW}) below`, { table, upTo });
  });
}

/** Which of these ids nothing in the table has. */
export async function freeIds(database: Database, table: string, ids: readonly string[]): Promise<Set<string>> {
  const wanted = [...new Set(ids)].filter(isKeepable);
  const taken = await database.rows<{ id: string }>(
    `select id::text from ${table} where id = any (:wanted::bigint[])`,
    { wanted },
  );
  const free = new Set(wanted);
  for (const { id } of taken) free.delete(id);
  return free;
}
