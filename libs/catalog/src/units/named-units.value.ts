import type { IdReference } from '@app/platform/persistence';

/** The unit references of a batch for `ReferenceValidator`; errors name `data.3.unit_id`. */
export const namedUnits = (items: readonly { unitId: string }[]): IdReference[] =>
  items.map(({ unitId: id }, at) => ({ path: `data.${at}.unit_id`, table: 'catalog.unit_v1', id }));
