import { JsonRows, type Page, type Reply, type Scope } from '@app/kernel';
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

const CONDITIONS: Record<keyof UnitFilter, string> = {
  unitNumber: 'unit.unit_number = :unitNumber',
  building: 'unit.building_id = :building',
  floor: 'unit.floor_id = :floor',
  floorPlan: 'unit.floor_plan_id = :floorPlan',
  updatedSince: 'unit.updated_at >= :updatedSince::timestamptz',
};

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
  constructor(private readonly rows: JsonRows) {}

  execute({ scope, page, files, filter }: ListUnits): Promise<Reply> {
    const named = Object.keys(CONDITIONS).filter((name) => name in filter) as (keyof UnitFilter)[];
    return this.rows.page(scope, page, {
      from: 'catalog.unit unit',
      where: ['unit.asset_id = :asset', ...named.map((name) => CONDITIONS[name])].join(' and '),
      select: UNIT,
      values: { files, ...filter },
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
