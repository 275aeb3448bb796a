import type { FindOptionsWhere } from 'typeorm';
import type { Aggregate } from '../../core/model/aggregate.js';
import { type FieldErrors, invalid, Problem } from '../../core/model/errors.js';
import type { WithId } from './provision-row.js';
import type { Repository } from './repository.js';

export interface UpsertResult {
  id: string;
  outcome: 'created' | 'changed' | 'unchanged';
}

export interface Deleted {
  id: string;
  name: string;
}

/** An aggregate of a set; `remove` records the event of its deletion. */
export type StoredAggregate = Aggregate & { readonly id: string; remove?(): void };

interface Upsert<T extends StoredAggregate, Row> {
  /** selects the set, usually by asset; other aggregates are not touched */
  of: FindOptionsWhere<T>;
  rows: readonly Row[];
  /** identifies an aggregate within the set; unique among the rows */
  key: (one: T | Row) => string;
  /** field named in the error when several stored aggregates share the key */
  field: string;
  create: (row: Row, n: number) => T;
  /** whether aggregates that match no row are about to be deleted, so that others may take over their keys */
  isPruning?: boolean;
  /** may check rules; rows are revised one after the other */
  revise: (stored: T, row: Row) => void | Promise<void>;
}

/**
 * Updates the stored aggregates of a set from rows and creates the missing ones, by the rules of the aggregate.
 * A row with an `id` matches the aggregate with that id, otherwise one with its key that no other row matches; a new aggregate keeps
 * the id if it is free. Only inside a unit of work.
 * @returns the outcome for each row, in order
 * @throws Problem invalid, naming rows (`3.name`) that the aggregate rejects, or whose key is ambiguous
 */
export async function upsert<T extends StoredAggregate, Row>(
  repository: Repository<T>,
  { of, rows, key, field, create, isPruning = false, revise }: Upsert<T, Row>,
): Promise<UpsertResult[]> {
  const stored = rows.length > 0 ? await repository.lockAll(of) : [];
  const errors: FieldErrors = {};
  const wanted = new Map<T, string>();
  const found = matchRows(stored, rows, key, (n, count) => {
    errors[`${n}.${field}`] = [`matches ${count} stored resources`];
  });
  const aggregates: (T | undefined)[] = [];
  for (const [n, row] of rows.entries()) {
    const aggregate = await collectErrors(String(n), errors, async () => {
      const { id, ...fields } = row as Row & WithId;
      const one = found[n];
      if (one) await revise(one, fields as Row);
      const aggregate = one ?? create(fields as Row, n);
      if (!one && id !== undefined) wanted.set(aggregate, id);
      return aggregate;
    });
    aggregates.push(aggregate);
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  await repository.assignFreeIds(wanted);
  const matched = new Set(found);
  const outcomes = await repository.saveAll(
    aggregates as T[],
    isPruning ? stored.filter((one) => !matched.has(one)) : [],
  );
  return aggregates.map((aggregate, n) => ({ id: aggregate!.id, outcome: outcomes[n]! }));
}

/** Deletes the aggregates of a set except the ids to keep. Only inside a unit of work. */
export async function prune<T extends StoredAggregate>(
  repository: Repository<T>,
  of: FindOptionsWhere<T>,
  keep: readonly string[],
  nameOf: (one: T) => string,
): Promise<Deleted[]> {
  const kept = new Set(keep);
  const obsolete = (await repository.lockAll(of)).filter(({ id }) => !kept.has(id));
  const deleted = obsolete.map((one) => ({ id: one.id, name: nameOf(one) }));
  for (const one of obsolete) one.remove?.();
  await repository.removeAll(obsolete);
  return deleted;
}

/** Matches rows with stored aggregates. @param onAmbiguous called for a row that matches several */
function matchRows<T extends StoredAggregate, Row>(
  stored: readonly T[],
  rows: readonly Row[],
  key: (one: T | Row) => string,
  onAmbiguous: (n: number, count: number) => void,
): (T | undefined)[] {
  const byId = new Map(stored.map((one) => [one.id, one]));
  const ids = rows.map((row) => (row as WithId).id);
  const named = ids.map((id) => (id === undefined ? undefined : byId.get(id)));
  const meant = new Set(named);
  const byKey = new Map<string, T[]>();
  for (const one of stored.filter((each) => !meant.has(each)))
    byKey.set(key(one), [...(byKey.get(key(one)) ?? []), one]);
  return rows.map((row, n) => {
    if (named[n]) return named[n];
    const same = byKey.get(key(row)) ?? [];
    if (ids[n] !== undefined) return same.shift();
    if (same.length > 1) onAmbiguous(n, same.length);
    return same[0];
  });
}

/** Adds the field errors of work to others, below a path: `3`, `data.3`. */
export async function collectErrors<T>(
  at: string,
  errors: FieldErrors,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem) || !error.fields) throw error;
    for (const [path, texts] of Object.entries(error.fields)) errors[`${at}.${path}`] ??= texts;
    return undefined;
  }
}
