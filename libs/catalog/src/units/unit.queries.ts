import { type Actor } from '@app/platform/auth';
import { type JsonPage, JsonQuery, type PageRequest, type Sort, sortsOf } from '@app/platform/persistence';
import { assetRows, columnsOf } from '@app/platform/resources';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { visibleAsset } from '../access.js';
import { RecentChanges } from '../recent-changes.js';
import { Unit } from './unit.aggregate.js';

export class ListUnits extends Query<JsonPage> {
  constructor(
    readonly actor: Actor,
    readonly assetId: string,
    readonly filter: UnitFilter,
    readonly page: PageRequest,
    /** base URL of stored files */
    readonly filesUrl: string,
    readonly sort?: Sort,
  ) {
    super();
  }
}

export interface UnitFilter {
  unitNumber?: string;
  building?: string;
  floor?: string;
  floorPlan?: string;
  updatedSince?: string;
}

/** Each has an index. */
export const UNIT_SORTS = sortsOf({
  id: { by: 'unit.id', type: 'bigint' },
  unit_number: { by: 'catalog.unit_number_key(unit.unit_number)', type: 'text' },
  updated_at: { by: 'unit.updated_at', type: 'timestamptz' },
});

const CONDITIONS: Record<keyof UnitFilter, string> = {
  unitNumber: 'catalog.unit_number_key(unit.unit_number) = catalog.unit_number_key(:unitNumber::text)',
  building: 'unit.building_id = :building',
  floor: 'unit.floor_id = :floor',
  floorPlan: 'unit.floor_plan_id = :floorPlan',
  updatedSince: 'unit.updated_at >= :updatedSince::timestamptz',
};

/** With a unit number, other conditions do not use their own indexes, because few units share a number. */
const conditionOf = (name: keyof UnitFilter, { unitNumber }: UnitFilter): string =>
  name === 'unitNumber' || unitNumber === undefined
    ? CONDITIONS[name]
    : CONDITIONS[name].replace(' = ', ' is not distinct from ');

export const UNITS = assetRows(
  'catalog.unit',
  `${columnsOf(Unit, 'unit', ['view_image', 'secondary_view_image'])}, unit.id::text as map_id,
    :files || unit.view_image as view_image_url, :files || unit.secondary_view_image as secondary_view_image_url`,
);

@QueryHandler(ListUnits)
export class ListUnitsHandler implements IQueryHandler<ListUnits> {
  constructor(
    private readonly json: JsonQuery,
    private readonly changes: RecentChanges,
  ) {}

  async execute({ actor, assetId, page, filesUrl, filter, sort }: ListUnits): Promise<JsonPage> {
    const { updatedSince: since } = filter;
    const changed = since && (await this.changes.ids(UNITS.from, UNITS.where, since, { asset: assetId }));
    const named = Object.keys(CONDITIONS).filter((name) => name in filter) as (keyof UnitFilter)[];
    const conditions = [
      UNITS.where,
      ...named.map((name) => conditionOf(name, filter)),
      ...(changed ? ['unit.id = any (:changed::bigint[])'] : []),
    ];
    const rows = {
      requires: visibleAsset(actor, assetId),
      where: conditions.join(' and '),
      values: Object.assign({ files: filesUrl }, filter, { changed }),
      sort,
    };
    return this.json.page(page, Object.assign({}, UNITS, rows));
  }
}
