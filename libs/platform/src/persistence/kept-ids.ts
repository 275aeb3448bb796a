import { Database } from './database.js';
import { UnitOfWork } from './unit-of-work.js';

/** A row with the id of its record in another database, which is kept if it is free. */
export interface WithId {
  id?: string;
}

/** A row of a provision file. It matches the stored record with its id, otherwise one with its name that no other row matches. */
export interface ProvisionRow extends WithId {
  /** ids that other rows match */
  otherIds?: readonly string[];
}

/** Larger ids would exhaust the sequence. */
const KEEPABLE = /^[1-9]\d{0,14}$/;

export const isKeepable = (id: string): boolean => KEEPABLE.test(id);

/** SQL condition, order and limit that select the record of a row, with `matchParameters` as its parameters. */
export const matchByIdOrName = (name: string): string =>
  `(id::text = :id::text or (${name} = :name and not id::text = any (:otherIds::text[])))
    order by (id::text is not distinct from :id::text) desc, id limit 1`;

export const matchParameters = ({ id, otherIds = [] }: ProvisionRow, name: string) => ({
  name,
  id: id ?? null,
  otherIds: otherIds.filter((other) => other !== id),
});

const IS_BELOW = `select sequence from (select pg_get_serial_sequence(:table, 'id')::regclass as sequence) own
  where coalesce(pg_sequence_last_value(sequence), 0) < :upTo::bigint`;

/**
 * Advances the sequence of a table past an id, so that no new row takes an id that is about to be kept. Setting a sequence is not
 * transactional, so this waits for writers of the table, in a separate transaction.
 */
export async function reserveIds(work: UnitOfWork, database: Database, table: string, upTo: string): Promise<void> {
  if ((await database.rows(IS_BELOW, { table, upTo })).length === 0) return;
  await work.run(async () => {
    await database.execute(`lock table ${table} in share row exclusive mode`);
    await database.rows(`select setval(sequence, :upTo::bigint) from (${IS_BELOW}) below`, { table, upTo });
  });
}

/** The ids among these that no row of the table has. */
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
