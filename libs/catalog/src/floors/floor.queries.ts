import { JsonRows, type Page, type Reply } from '@app/platform/rest';
import { type Scope } from '@app/platform/auth';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

export class ListFloors extends Query<Reply> {
  constructor(
    readonly scope: Scope,
    readonly page: Page,
  ) {
    super();
  }
}

export class ViewFloor extends Query<Reply> {
  constructor(
    readonly scope: Scope,
    readonly id = scope.id('floor'),
  ) {
    super();
  }
}

const FLOOR = `floor.id::text, floor.asset_id::text, floor.name, floor.filter_label, floor.filter_short_label, floor.sort,
  floor.created_at, floor.updated_at`;

@QueryHandler(ListFloors)
export class ListFloorsHandler implements IQueryHandler<ListFloors> {
  constructor(private readonly rows: JsonRows) {}

  execute({ scope, page }: ListFloors): Promise<Reply> {
    return this.rows.page(scope, page, {
      from: 'catalog.floor floor',
      where: 'floor.asset_id = :asset',
      select: FLOOR,
      order: 'floor.sort, floor.id',
    });
  }
}

@QueryHandler(ViewFloor)
export class ViewFloorHandler implements IQueryHandler<ViewFloor> {
  constructor(private readonly rows: JsonRows) {}

  execute({ scope, id }: ViewFloor): Promise<Reply> {
    return this.rows.one(scope, {
      from: 'catalog.floor floor',
      where: 'floor.asset_id = :asset and floor.id = :id',
      select: FLOOR,
      values: { id },
    });
  }
}
