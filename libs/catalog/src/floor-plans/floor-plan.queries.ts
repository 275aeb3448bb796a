import { JsonRows, type Page, type Reply } from '@app/platform/rest';
import { type Scope } from '@app/platform/auth';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

export class ListFloorPlans extends Query<Reply> {
  constructor(
    readonly scope: Scope,
    readonly page: Page,
    /** address below which stored files are served */
    readonly files: string,
  ) {
    super();
  }
}

export class ViewFloorPlan extends Query<Reply> {
  constructor(
    readonly scope: Scope,
    readonly files: string,
    readonly id = scope.id('floorPlan'),
  ) {
    super();
  }
}

const FLOOR_PLAN = `floor_plan.id::text, floor_plan.asset_id::text, floor_plan.name, floor_plan.bedroom_count,
  floor_plan.bathroom_count, floor_plan.filter_label, :files || floor_plan.image as image_url,
  :files || floor_plan.secondary_image as secondary_image_url, floor_plan.created_at, floor_plan.updated_at`;

@QueryHandler(ListFloorPlans)
export class ListFloorPlansHandler implements IQueryHandler<ListFloorPlans> {
  constructor(private readonly rows: JsonRows) {}

  execute({ scope, page, files }: ListFloorPlans): Promise<Reply> {
    return this.rows.page(scope, page, {
      from: 'catalog.floor_plan floor_plan',
      where: 'floor_plan.asset_id = :asset',
      select: FLOOR_PLAN,
      values: { files },
    });
  }
}

@QueryHandler(ViewFloorPlan)
export class ViewFloorPlanHandler implements IQueryHandler<ViewFloorPlan> {
  constructor(private readonly rows: JsonRows) {}

  execute({ scope, id, files }: ViewFloorPlan): Promise<Reply> {
    return this.rows.one(scope, {
      from: 'catalog.floor_plan floor_plan',
      where: 'floor_plan.asset_id = :asset and floor_plan.id = :id',
      select: FLOOR_PLAN,
      values: { id, files },
    });
  }
}
