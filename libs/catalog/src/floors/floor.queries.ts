import { type Actor } from '@app/platform/auth';
import { type Ids } from '@app/platform/core';
import { type Json, type JsonPage, JsonQuery, type PageRequest } from '@app/platform/persistence';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { visibleAsset } from '../access.js';

export class ListFloors extends Query<JsonPage> {
  constructor(
    readonly actor: Actor,
    readonly assetId: string,
    readonly page: PageRequest,
  ) {
    super();
  }
}

export class ViewFloor extends Query<Json> {
  constructor(
    readonly actor: Actor,
    readonly ids: Ids<'asset' | 'floor'>,
  ) {
    super();
  }
}

const FLOOR = `floor.id::text, floor.asset_id::text, floor.name, floor.filter_label, floor.filter_short_label, floor.sort,
  floor.created_at, floor.updated_at`;

@QueryHandler(ListFloors)
export class ListFloorsHandler implements IQueryHandler<ListFloors> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, assetId, page }: ListFloors): Promise<JsonPage> {
    return this.json.page(page, {
      requires: visibleAsset(actor, assetId),
      from: 'catalog.floor floor',
      where: 'floor.asset_id = :asset',
      select: FLOOR,
      order: 'floor.sort, floor.id',
    });
  }
}

@QueryHandler(ViewFloor)
export class ViewFloorHandler implements IQueryHandler<ViewFloor> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, ids }: ViewFloor): Promise<Json> {
    return this.json.one({
      requires: visibleAsset(actor, ids.assetId),
      from: 'catalog.floor floor',
      where: 'floor.asset_id = :asset and floor.id = :id',
      select: FLOOR,
      values: { id: ids.floorId },
    });
  }
}
