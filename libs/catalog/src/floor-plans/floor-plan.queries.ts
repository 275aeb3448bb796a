import { type Actor } from '@app/platform/auth';
import { type Ids } from '@app/platform/core';
import { type Json, type JsonPage, JsonQuery, type PageRequest } from '@app/platform/persistence';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { visibleAsset } from '../access.js';

export class ListFloorPlans extends Query<JsonPage> {
  constructor(
    readonly actor: Actor,
    readonly assetId: string,
    readonly page: PageRequest,
    /** base URL of stored files */
    readonly filesUrl: string,
  ) {
    super();
  }
}

export class ViewFloorPlan extends Query<Json> {
  constructor(
    readonly actor: Actor,
    readonly ids: Ids<'asset' | 'floorPlan'>,
    /** base URL of stored files */
    readonly filesUrl: string,
  ) {
    super();
  }
}

const FLOOR_PLAN = `floor_plan.id::text, floor_plan.asset_id::text, floor_plan.name, floor_plan.bedroom_count,
  floor_plan.bathroom_count, floor_plan.filter_label, :files || floor_plan.image as image_url,
  :files || floor_plan.secondary_image as secondary_image_url, floor_plan.created_at, floor_plan.updated_at`;

@QueryHandler(ListFloorPlans)
export class ListFloorPlansHandler implements IQueryHandler<ListFloorPlans> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, assetId, page, filesUrl }: ListFloorPlans): Promise<JsonPage> {
    return this.json.page(page, {
      requires: visibleAsset(actor, assetId),
      from: 'catalog.floor_plan floor_plan',
      where: 'floor_plan.asset_id = :asset',
      select: FLOOR_PLAN,
      values: { files: filesUrl },
    });
  }
}

@QueryHandler(ViewFloorPlan)
export class ViewFloorPlanHandler implements IQueryHandler<ViewFloorPlan> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, ids, filesUrl }: ViewFloorPlan): Promise<Json> {
    return this.json.one({
      requires: visibleAsset(actor, ids.assetId),
      from: 'catalog.floor_plan floor_plan',
      where: 'floor_plan.asset_id = :asset and floor_plan.id = :id',
      select: FLOOR_PLAN,
      values: { id: ids.floorPlanId, files: filesUrl },
    });
  }
}
