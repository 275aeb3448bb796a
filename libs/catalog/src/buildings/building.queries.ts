import { type Actor } from '@app/platform/auth';
import { type Ids } from '@app/platform/core';
import { type Json, type JsonPage, JsonQuery, type PageRequest } from '@app/platform/persistence';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { visibleAsset } from '../access.js';

export class ListBuildings extends Query<JsonPage> {
  constructor(
    readonly actor: Actor,
    readonly assetId: string,
    readonly page: PageRequest,
  ) {
    super();
  }
}

export class ViewBuilding extends Query<Json> {
  constructor(
    readonly actor: Actor,
    readonly ids: Ids<'asset' | 'building'>,
  ) {
    super();
  }
}

const BUILDING = `building.id::text, building.asset_id::text, building.name, building.label, building.created_at, building.updated_at`;

@QueryHandler(ListBuildings)
export class ListBuildingsHandler implements IQueryHandler<ListBuildings> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, assetId, page }: ListBuildings): Promise<JsonPage> {
    return this.json.page(page, {
      requires: visibleAsset(actor, assetId),
      from: 'catalog.building building',
      where: 'building.asset_id = :asset',
      select: BUILDING,
    });
  }
}

@QueryHandler(ViewBuilding)
export class ViewBuildingHandler implements IQueryHandler<ViewBuilding> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, ids }: ViewBuilding): Promise<Json> {
    return this.json.one({
      requires: visibleAsset(actor, ids.assetId),
      from: 'catalog.building building',
      where: 'building.asset_id = :asset and building.id = :id',
      select: BUILDING,
      values: { id: ids.buildingId },
    });
  }
}
