import { JsonRows, type Page, type Reply } from '@app/platform/rest';
import { type Scope } from '@app/platform/auth';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

export class ListBuildings extends Query<Reply> {
  constructor(
    readonly scope: Scope,
    readonly page: Page,
  ) {
    super();
  }
}

export class ViewBuilding extends Query<Reply> {
  constructor(
    readonly scope: Scope,
    readonly id = scope.id('building'),
  ) {
    super();
  }
}

const BUILDING = `building.id::text, building.asset_id::text, building.name, building.label, building.created_at, building.updated_at`;

@QueryHandler(ListBuildings)
export class ListBuildingsHandler implements IQueryHandler<ListBuildings> {
  constructor(private readonly rows: JsonRows) {}

  execute({ scope, page }: ListBuildings): Promise<Reply> {
    return this.rows.page(scope, page, {
      from: 'catalog.building building',
      where: 'building.asset_id = :asset',
      select: BUILDING,
    });
  }
}

@QueryHandler(ViewBuilding)
export class ViewBuildingHandler implements IQueryHandler<ViewBuilding> {
  constructor(private readonly rows: JsonRows) {}

  execute({ scope, id }: ViewBuilding): Promise<Reply> {
    return this.rows.one(scope, {
      from: 'catalog.building building',
      where: 'building.asset_id = :asset and building.id = :id',
      select: BUILDING,
      values: { id },
    });
  }
}
