import type { Aggregate } from '../core/model/aggregate.js';
import type { IdReference } from '../persistence/aggregates/reference-check.js';
import { snakeCase } from '../persistence/connection/snake-names.js';

export type Resource = Aggregate & { readonly assetId: string; readonly id: string };

/** The tables of the ids among the fields of a resource, such as `{ unitId: 'catalog.unit_v1' }`. They must belong to its asset. */
export interface HasReferences {
  readonly references?: Readonly<Record<string, string>>;
}

/** The references among the fields that were sent. */
export const referencesIn = ({ references = {} }: HasReferences, fields: object): IdReference[] =>
  Object.entries(references).map(([property, table]) => {
    const id = (fields as Readonly<Record<string, string | null | undefined>>)[property];
    return { path: snakeCase(property), table, id };
  });
