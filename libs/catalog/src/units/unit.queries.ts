import { JsonRows, type Page, type Reply } from '@app/platform/rest';
import { RecentChanges } from '@app/platform/persistence';
import { type Scope } from '@app/platform/auth';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

export class ListUnits extends Query<Reply> {
  constructor(
    readonly scope: Scope,
    readonly page: Page,
    /** address below which stored files are served */
    readonly files: string,
    readonly filter: UnitFilter,
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

/** Few units have one number: what else is asked of them is compared, and not looked up in an index of its own. */
const conditionOf = (name: keyof UnitFilter, { unitNumber }: UnitFilter): string =>
  name === 'unitNumber' || unitNumber === undefined
    ? CONDITIONS[name]
    : CONDITIONS[name].replace(' = ', ' is not distinct from ');

export class ViewUnit extends Query<Reply> {
  constructor(
    readonly scope: Scope,
    readonly files: string,
    readonly id = scope.id('unit'),
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
    private readonly rows: JsonRows,
    private readonly changes: RecentChanges,
  ) {}

  async execute({ scope, page, files, filter }: ListUnits): Promise<Reply> {
    const changed = await this.changes.ids(FROM, OF_ASSET, filter.updatedSince, { asset: scope.asset });
    const named = Object.keys(CONDITIONS).filter((name) => name in filter) as (keyof UnitFilter)[];
    const conditions = [
      OF_ASSET,
      ...named.map((name) => conditionOf(name, filter)),
      ...(changed ? ['unit.id = any (:changed::bigint[])'] : []),
    ];
    return this.rows.page(scope, page, {
      from: FROM,
      where: conditions.join(' and '),
      select: UNIT,
      values: { files, ...filter, changed },
    });
  }
}

@QueryHandler(ViewUnit)
export class ViewUnitHandler implements IQueryHandler<ViewUnit> {
  constructor(private readonly rows: JsonRows) {}

  execute({ scope, files, id }: ViewUnit): Promise<Reply> {
    return this.rows.one(scope, {
      from: 'catalog.unit unit',
      where: 'unit.asset_id = :asset and unit.id = :id',
      select: UNIT,
      values: { id, files },
    });
  }
}
