import type { IdReference } from '@app/platform/persistence';

/** The units that the items of a batch name, as `ReferenceValidator` takes them: a fault is at `data.3.unit_id`. */
export const namedUnits = (items: readonly { unitId: string }[]): IdReference[] =>
  items.map(({ unitId: id }, at) => ({ path: `data.${at}.unit_id`, table: 'catalog.unit_v1', id }));
