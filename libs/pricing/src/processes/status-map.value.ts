import type { JsonSchema } from '@app/platform/core';

/** What a word of a source means for visitors. */
export const UNIT_STATES = [
  ...(['available', 'on_notice', 'reserved', 'sold'] as const),
  ...(['coming_soon', 'waitlist', 'off_market'] as const),
];
export type UnitState = (typeof UNIT_STATES)[number];

/** Those of a unit that cannot be rented, whenever it is free. */
export const TAKEN_STATES: readonly UnitState[] = ['reserved', 'sold', 'waitlist', 'off_market'];

/** States by the words of a source, as it writes them. */
export type StatusMap = Record<string, UnitState>;

export const STATUS_MAP_SCHEMA: JsonSchema = {
  type: ['object', 'null'],
  description:
    'What each word in `status` means: visitors see the state in their language. Words count as the source writes them; those that are missing have no state, and reports of commits list them.',
  maxProperties: 100,
  propertyNames: { type: 'string', minLength: 1, maxLength: 255, format: 'text' },
  additionalProperties: { type: 'string', enum: [...UNIT_STATES] },
};
export const STATUS_MAP_EXAMPLE: StatusMap = { 'Vacant Ready': 'available', Notice: 'on_notice', Held: 'reserved' };

/** In the order of `jsonb`, so that equal maps are equal texts. */
export const inOrder = (map: StatusMap): StatusMap =>
  Object.fromEntries(
    Object.entries(map).sort(
      ([a], [b]) => Buffer.byteLength(a) - Buffer.byteLength(b) || Buffer.compare(Buffer.from(a), Buffer.from(b)),
    ),
  );
