import type { JsonSchema } from '@app/platform/core';

/** How far a data set may differ from what is published. A limit that is left out or null is off. */
export interface Guard {
  /** of the published entries, how many may be removed */
  max_removed_percent?: number | null;
  /** how much the price of an entry may rise or fall */
  max_price_change_percent?: number | null;
  /** whether a data set that leaves no unit with a price is refused */
  refuse_empty?: boolean;
}

export type GuardLimit = keyof Guard;
export const GUARD_LIMITS: GuardLimit[] = ['max_removed_percent', 'max_price_change_percent', 'refuse_empty'];

const percent = (most: number, description: string): JsonSchema => ({
  type: ['integer', 'null'],
  minimum: 0,
  maximum: most,
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

/** With every limit, in the order in which `jsonb` keeps them: equal guards are equal texts. */
export const wholeGuard = (guard: Guard): Required<Guard> => ({
  refuse_empty: guard.refuse_empty ?? false,
  max_removed_percent: guard.max_removed_percent ?? null,
  max_price_change_percent: guard.max_price_change_percent ?? null,
});

/** What a data set would change of the published one. */
export interface GuardedChange {
  /** entries that are published */
  published: number;
  /** of these, entries that it removes */
  removed: number;
  /** entries whose price changes by more than the limit */
  priceChanges: number;
  /** whether there are prices, and would be none */
  isEmptied: boolean;
}

/** A limit that a data set exceeds. */
export interface Excess {
  limit: GuardLimit;
  /** what the process is configured with */
  value: number | boolean;
  /** entries that exceed it, or that are removed */
  entries: number;
}

/** Integers only: one entry too many is one too many. */
export function excessOf(guard: Guard, { published, removed, priceChanges, isEmptied }: GuardedChange): Excess[] {
  const most = guard.max_removed_percent ?? 100;
  const excess: Excess[] = [];
  const exceed = (limit: GuardLimit, entries: number) => excess.push({ limit, value: guard[limit]!, entries });
  if (removed * 100 > most * published) exceed('max_removed_percent', removed);
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
 * The exceeded limits, for people: what a commit would do.
 * @param published entries before the commit
 */
export const describeExcess = (excess: readonly Excess[], published: number): string =>
  excess.map((each) => DESCRIPTIONS[each.limit](each, published)).join(', and ');
