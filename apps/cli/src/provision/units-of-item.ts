import { type FieldErrors, invalid, Problem } from '@app/platform/core';
import type { SetAssignments } from '@app/platform/resources';
import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { UnitName } from './names.js';
import { type Item, modelOf, type Outcome, throwIfAny, type SectionContext } from './section.js';

/** An entry of a list of units: a unit, or a unit with values. */
type Entry = UnitName | (Item & { unit: UnitName });

/**
 * Applies the lists of units inside items. A missing list leaves the units unchanged.
 * @param list name of the list
 * @param apply applies the list of one resource and returns whether anything changed
 * @returns the outcomes, including changes of the lists
 * @throws Problem invalid, naming units that are unknown, ambiguous or duplicate
 */
export async function unitsOfItem<Values extends object>(
  items: readonly Item[],
  outcomes: readonly Outcome[],
  { ids: [asset], names }: SectionContext,
  list: string,
  apply: (id: string, units: (Values & { unitId: string })[]) => Promise<boolean>,
): Promise<Outcome[]> {
  const errors: FieldErrors = {};
  const lists: ((Values & { unitId: string })[] | undefined)[] = [];
  for (const [n, item] of items.entries()) {
    const given = item[list] as Entry[] | undefined;
    const seen = new Set<string>();
    const units: (Values & { unitId: string })[] = [];
    for (const [at, entry] of given?.entries() ?? []) {
      const { unit, ...values } = hasUnit(entry) ? entry : { unit: entry };
      const path = `${n}.${list}.${at}${hasUnit(entry) ? '.unit' : ''}`;
      const unitId = await names.unit(asset!, unit, path, errors);
      if (seen.has(unitId) && !errors[path]) errors[path] = ['is a unit that is already listed'];
      seen.add(unitId);
      units.push({ unitId, ...modelOf<Values>(values) });
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

/** @returns whether any assignment changed */
export const setAssignments = async (app: INestApplicationContext, command: SetAssignments): Promise<boolean> =>
  (await app.get(CommandBus).execute(command)).length > 0;

const hasUnit = (entry: Entry): entry is Item & { unit: UnitName } => typeof entry === 'object' && 'unit' in entry;

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
