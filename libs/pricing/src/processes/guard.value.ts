import type { JsonSchema } from '@app/platform/core';

/** Limits of the difference between a data set and the published one. An absent or null limit is off. */
export interface Guard {
  /** maximum share of the published entries that may be removed */
  max_removed_percent?: number | null;
  /** maximum rise or fall of the price of an entry */
  max_price_change_percent?: number | null;
  /** whether to refuse a data set that leaves no unit with a price */
  refuse_empty?: boolean;
}

type GuardLimit = keyof Guard;
export const GUARD_LIMITS: GuardLimit[] = ['max_removed_percent', 'max_price_change_percent', 'refuse_empty'];

const percent = (max: number, description: string): JsonSchema => ({
  type: ['integer', 'null'],
  minimum: 0,
  maximum: max,
  description,
});

export const GUARD_SCHEMA: JsonSchema = {
  type: ['object', 'null'],
  description: 'Limits of a commit, compared with the live publication; `null`: no limits.',
  properties: {
    max_removed_percent: percent(100, 'Share of the published entries that a commit may remove'),
    max_price_change_percent: percent(100_000, 'Maximum rise or fall of the price of an entry'),
    refuse_empty: { type: 'boolean', description: 'Whether to reject a commit that leaves no unit with a price' },
  },
  additionalProperties: false,
};
export const GUARD_EXAMPLE = { max_removed_percent: 25, max_price_change_percent: 50, refuse_empty: true };

/** Completes a guard with all limits in the order of `jsonb`, so that equal guards are equal texts. */
export const wholeGuard = (guard: Guard): Required<Guard> => ({
  refuse_empty: guard.refuse_empty ?? false,
  max_removed_percent: guard.max_removed_percent ?? null,
  max_price_change_percent: guard.max_price_change_percent ?? null,
});

/** The changes that the guard limits. */
export interface GuardedChange {
  /** number of published entries */
  published: number;
  /** number of published entries that it removes */
  removed: number;
  /** number of entries whose price changes by more than the limit */
  priceChanges: number;
  /** whether units have prices now and none would have one afterwards */
  isEmptied: boolean;
}

/** A limit that a data set exceeds. */
export interface Excess {
  limit: GuardLimit;
  /** configured value */
  value: number | boolean;
  /** number of entries that exceed it, or are removed */
  entries: number;
}

/** Compares in integers, so that a single entry over the limit counts. */
export function excessOf(guard: Guard, { published, removed, priceChanges, isEmptied }: GuardedChange): Excess[] {
  const max = guard.max_removed_percent ?? 100;
  const excess: Excess[] = [];
  const exceed = (limit: GuardLimit, entries: number) => excess.push({ limit, value: guard[limit]!, entries });
  if (removed * 100 > max * published) exceed('max_removed_percent', removed);
  if (priceChanges > 0) exceed('max_price_change_percent', priceChanges);
  if (guard.refuse_empty && isEmptied) exceed('refuse_empty', removed);
  return excess;
}

const DESCRIPTIONS: Record<GuardLimit, (excess: Excess, published: number) => string> = {
  max_removed_percent: ({ entries, value }, published) =>
    `remove ${entries} of ${published} published entries (limit: ${value} %)`,
  max_price_change_percent: ({ entries, value }) =>
    `change the price of ${entries} ${entries === 1 ? 'entry' : 'entries'} by more than ${value} %`,
  refuse_empty: () => 'leave no unit with a price',
};

/**
 * Describes to people what a commit would change beyond the limits.
 * @param published entries before the commit
 */
export const describeExcess = (excess: readonly Excess[], published: number): string =>
  excess.map((each) => DESCRIPTIONS[each.limit](each, published)).join(', and ');
