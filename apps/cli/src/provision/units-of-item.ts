import { type FieldErrors, invalid, Problem } from '@app/platform/core';
import type { UnitName } from './names.js';
import { type Item, type Outcome, throwIfAny, type SectionContext } from './section.js';

/** A list of units inside an item. */
export interface UnitList<Named> {
  list: string;
  nameOf(named: Named): UnitName;
  /** path of the unit inside an entry: `.unit`, or empty */
  pathOf: '' | '.unit';
}

/**
 * Applies the lists of units inside items. A missing list leaves the units unchanged.
 * @param apply applies the list of one resource and returns whether anything changed
 * @returns the outcomes, including changes of the lists
 * @throws Problem invalid, naming units that are unknown, ambiguous or duplicate
 */
export async function unitsOfItem<Named>(
  items: readonly Item[],
  outcomes: readonly Outcome[],
  { ids: [asset], names }: SectionContext,
  { list, nameOf, pathOf }: UnitList<Named>,
  apply: (id: string, units: { unitId: string; named: Named }[]) => Promise<boolean>,
): Promise<Outcome[]> {
  const errors: FieldErrors = {};
  const lists: ({ unitId: string; named: Named }[] | undefined)[] = [];
  for (const [n, item] of items.entries()) {
    const given = item[list] as Named[] | undefined;
    const seen = new Set<string>();
    const units: { unitId: string; named: Named }[] = [];
    for (const [at, named] of given?.entries() ?? []) {
      const path = `${n}.${list}.${at}${pathOf}`;
      const unitId = await names.unit(asset!, nameOf(named), path, errors);
      if (seen.has(unitId) && !errors[path]) errors[path] = ['is a unit that is already listed'];
      seen.add(unitId);
      units.push({ unitId, named });
    }
    lists.push(given && units);
  }
  throwIfAny(errors);
  const done: Outcome[] = [];
  for (const [n, outcome] of outcomes.entries()) {
    const units = lists[n];
    const changed = units !== undefined && (await atItem(`${n}.${list}`, () => apply(outcome.id, units)));
    done.push(changed && outcome.outcome === 'unchanged' ? { ...outcome, outcome: 'changed' } : outcome);
  }
  return done;
}

/** Maps errors of a command at `data.3` to the entry 3 of the list. */
async function atItem<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem) || !error.fields) throw error;
    const fields = Object.entries(error.fields).map(([at, texts]) => [at.replace(/^data(?=\.)/, path), texts]);
    throw invalid(Object.fromEntries(fields) as FieldErrors);
  }
}
