import type { FieldErrors } from '../model/errors.js';

/**
 * Removes duplicates from a batch. Equal items count once; different items with the same key are a field error
 * (docs/contract/decisions.md, Errors).
 * @param keyOf identifies the subject of an item; by default the whole item, so that items never contradict each other
 * @param field named in the error: `data.3.unit_id`
 */
export function dedupe<T extends object>(
  items: readonly T[],
  keyOf: (item: T) => string = canonical,
  field = 'id',
): { items: T[]; errors: FieldErrors } {
  const kept = new Map<string, { item: T; at: number }>();
  const errors: FieldErrors = {};
  for (const [at, item] of items.entries()) {
    const key = keyOf(item);
    const earlier = kept.get(key);
    if (!earlier) kept.set(key, { item, at });
    else if (canonical(earlier.item) !== canonical(item))
      errors[`data.${at}.${field}`] = [`contradicts data.${earlier.at}`];
  }
  return { items: [...kept.values()].map(({ item }) => item), errors };
}

/** Equal for objects with equal fields, in any order. */
const canonical = (item: object): string =>
  JSON.stringify(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
