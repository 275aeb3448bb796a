import type { FindOptionsWhere } from 'typeorm';
import type { Aggregate } from '../core/aggregate.js';
import { type FieldErrors, invalid, Problem } from '../core/errors.js';
import type { Repository } from './repository.js';

/** What became of one thing of a set. */
export interface UpsertResult {
  id: string;
  outcome: 'created' | 'changed' | 'unchanged';
}

export interface Deleted {
  id: string;
  name: string;
}

type Stored = Aggregate & { readonly id: string };

/** How the rows of a set become aggregates. */
export interface Upsert<T extends Stored, Row> {
  /** what all of the set have in common, their asset above all: only those are looked at */
  of: FindOptionsWhere<T>;
  rows: readonly Row[];
  /** what tells one from another; no two rows may agree in it */
  key: (one: T | Row) => string;
  /** field that is named when more than one stored thing has the key */
  field: string;
  create: (row: Row, n: number) => T;
  revise: (stored: T, row: Row) => void;
}

/** The set of an asset whose aggregates are made of it and of a row, and have a name of their own. */
export const byName = <T extends Stored & { name: string; revise(row: Row): void }, Row extends { name: string }>(
  assetId: string,
  make: new (assetId: string, row: Row) => T,
): Omit<Upsert<T, Row>, 'rows'> => ({
  of: { assetId } as unknown as FindOptionsWhere<T>,
  key: ({ name }) => name,
  field: 'name',
  create: (row) => new make(assetId, row),
  revise: (stored, row) => stored.revise(row),
});

/**
 * Brings a set in line with rows: revises what is stored, creates what is missing, by the rules of the aggregate.
 * Only inside a unit of work.
 * @returns what became of each row, in their order
 * @throws Problem invalid, naming rows (`3.name`) that the aggregate refuses, or whose key several stored things have
 */
export async function upsert<T extends Stored, Row>(
  repository: Repository<T>,
  { of, rows, key, field, create, revise }: Upsert<T, Row>,
): Promise<UpsertResult[]> {
  const stored = await byKey(repository, of, rows.length, key);
  const faults: FieldErrors = {};
  const aggregates = rows.map((row, n) => {
    const [found, ...others] = stored.get(key(row)) ?? [];
    if (others.length > 0) faults[`${n}.${field}`] = [`stands for ${others.length + 1} things that are stored already`];
    return attempt(n, faults, () => {
      if (!found) return create(row, n);
      revise(found, row);
      return found;
    });
  });
  if (Object.keys(faults).length > 0) throw invalid(faults);
  const outcomes = await repository.saveAll(aggregates as T[]);
  return aggregates.map((aggregate, n) => ({ id: aggregate!.id, outcome: outcomes[n]! }));
}

/**
 * Deletes what a set holds beyond the ids to keep. Only inside a unit of work.
 * @param remove what the aggregate does when it is removed
 */
export async function prune<T extends Stored>(
  repository: Repository<T>,
  of: FindOptionsWhere<T>,
  keep: readonly string[],
  nameOf: (one: T) => string,
  remove?: (one: T) => void,
): Promise<Deleted[]> {
  const kept = new Set(keep);
  const beyond = (await repository.lockAll(of)).filter(({ id }) => !kept.has(id));
  const deleted = beyond.map((one) => ({ id: one.id, name: nameOf(one) }));
  if (remove) for (const one of beyond) remove(one);
  await repository.removeAll(beyond);
  return deleted;
}

async function byKey<T extends Stored>(
  repository: Repository<T>,
  of: FindOptionsWhere<T>,
  count: number,
  key: (one: T) => string,
): Promise<Map<string, T[]>> {
  const found = new Map<string, T[]>();
  for (const one of count > 0 ? await repository.lockAll(of) : []) {
    const same = found.get(key(one));
    if (same) same.push(one);
    else found.set(key(one), [one]);
  }
  return found;
}

/** The faults of one row are named at its place. */
function attempt<T>(n: number, faults: FieldErrors, work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Problem) || !error.fields) throw error;
    for (const [path, texts] of Object.entries(error.fields)) faults[`${n}.${path}`] = texts;
    return undefined;
  }
}
