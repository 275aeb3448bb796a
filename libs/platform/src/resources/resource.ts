import type { Aggregate } from '../core/model/aggregate.js';
import type { IdReference } from '../persistence/aggregates/reference-validator.js';
import { snakeCase } from '../core/model/names.js';

export type Resource = Aggregate & { readonly assetId: string; readonly id: string };

/**
 * The tables of the ids among the fields of a resource, such as `{ unitId: 'catalog.unit_v1' }`; of ids in the items of a list, named as
 * on the wire, `{ 'places.unit_map_id': 'mapping.unit_map_v1' }`. They must belong to its asset.
 */
export interface HasReferences {
  readonly references?: Readonly<Record<string, string>>;
}

type Fields = Readonly<Record<string, unknown>>;

export const referencesIn = ({ references = {} }: HasReferences, fields: object): IdReference[] =>
  Object.entries(references).flatMap(([path, table]) => {
    const [property, member] = path.split('.') as [string, string?];
    const value = (fields as Fields)[property];
    const list = snakeCase(property);
    if (member === undefined) return [{ path: list, table, id: value as string | null | undefined }];
    if (!Array.isArray(value)) return [];
    return value.map((item: Fields | null, at) => ({
      path: `${list}.${at}.${member}`,
      table,
      id: item?.[member] as string | undefined,
    }));
  });
