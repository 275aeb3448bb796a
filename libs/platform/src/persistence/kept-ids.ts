import { Database } from './database.js';

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
