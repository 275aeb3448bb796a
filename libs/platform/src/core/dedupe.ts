import type { FieldErrors } from './errors.js';

/**
 * The items of a batch, each once: equal duplicates count once, and two that say different things of the same are a
 * fault (test/contract/decisions.md, Errors).
 * @param keyOf what an item is about; default: all of it, so that nothing contradicts
 * @param field named in the fault: `data.3.unit_id`
 */
export function dedupe<T extends object>(
  items: readonly T[],
  keyOf: (item: T) => string = sameAll,
  field = 'id',
): { items: T[]; faults: FieldErrors } {
  const kept = new Map<string, { item: T; at: number }>();
  const faults: FieldErrors = {};
  for (const [at, item] of items.entries()) {
    const key = keyOf(item);
    const earlier = kept.get(key);
    if (!earlier) kept.set(key, { item, at });
    else if (sameAll(earlier.item) !== sameAll(item))
      faults[`data.${at}.${field}`] = [`contradicts data.${earlier.at}`];
  }
  return { items: [...kept.values()].map(({ item }) => item), faults };
}

/** The same for objects of equal fields, in whatever order they stand. */
const sameAll = (item: object): string =>
  JSON.stringify(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
