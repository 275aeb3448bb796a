import type { NamedId } from '@app/platform/persistence';

/** The units that the items of a batch name, as `KnownIds` takes them: a fault is at `data.3.unit_id`. */
export const namedUnits = (items: readonly { unitId: string }[]): NamedId[] =>
  items.map(({ unitId: id }, at) => ({ path: `data.${at}.unit_id`, table: 'catalog.unit_v1', id }));
