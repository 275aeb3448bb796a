import { type Actor } from '@app/platform/auth';
import { type Ids } from '@app/platform/core';
import { type Json, type JsonPage, JsonQuery, type PageRequest, RecentChanges } from '@app/platform/persistence';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { visibleAsset } from '../access.js';

export class ListUnits extends Query<JsonPage> {
  constructor(
    readonly actor: Actor,
    readonly assetId: string,
    readonly filter: UnitFilter,
    readonly page: PageRequest,
    /** base URL of stored files */
    readonly filesUrl: string,
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

const FROM = 'catalog.unit unit';
const OF_ASSET = 'unit.asset_id = :asset';
const CONDITIONS: Record<keyof UnitFilter, string> = {
  unitNumber: 'unit.unit_number = :unitNumber',
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

export class ViewUnit extends Query<Json> {
  constructor(
    readonly actor: Actor,
    readonly ids: Ids<'asset' | 'unit'>,
    /** base URL of stored files */
    readonly filesUrl: string,
  ) {
    super();
  }
}

const UNIT = `unit.id::text, unit.asset_id::text, unit.building_id::text, unit.floor_id::text, unit.floor_plan_id::text,
  unit.id::text as map_id, unit.unit_number, unit.area, unit.is_affordable_housing_unit, :files || unit.view_image as view_image_url,
  :files || unit.secondary_view_image as secondary_view_image_url, unit.created_at, unit.updated_at`;

@QueryHandler(ListUnits)
export class ListUnitsHandler implements IQueryHandler<ListUnits> {
  constructor(
    private readonly json: JsonQuery,
    private readonly changes: RecentChanges,
  ) {}

  async execute({ actor, assetId, page, filesUrl, filter }: ListUnits): Promise<JsonPage> {
    const changed = await this.changes.ids(FROM, OF_ASSET, filter.updatedSince, { asset: assetId });
    const named = Object.keys(CONDITIONS).filter((name) => name in filter) as (keyof UnitFilter)[];
    const conditions = [
      OF_ASSET,
      ...named.map((name) => conditionOf(name, filter)),
      ...(changed ? ['unit.id = any (:changed::bigint[])'] : []),
    ];
    return this.json.page(page, {
      requires: visibleAsset(actor, assetId),
      from: FROM,
      where: conditions.join(' and '),
      select: UNIT,
      values: { files: filesUrl, ...filter, changed },
    });
  }
}

@QueryHandler(ViewUnit)
export class ViewUnitHandler implements IQueryHandler<ViewUnit> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, ids, filesUrl }: ViewUnit): Promise<Json> {
    return this.json.one({
      requires: visibleAsset(actor, ids.assetId),
      from: 'catalog.unit unit',
      where: 'unit.asset_id = :asset and unit.id = :id',
      select: UNIT,
      values: { id: ids.unitId, files: filesUrl },
    });
  }
}
