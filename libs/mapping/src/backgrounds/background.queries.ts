import { visibleAsset } from '@app/catalog/contract';
import { type Actor } from '@app/platform/auth';
import { type Ids } from '@app/platform/core';
import { all, exists, type Json, type JsonPage, JsonQuery, type PageRequest } from '@app/platform/persistence';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

export class ListBackgrounds extends Query<JsonPage> {
  constructor(
    readonly actor: Actor,
    readonly ids: Ids<'asset' | 'map'>,
    readonly page: PageRequest,
    /** base URL of stored files */
    readonly filesUrl: string,
  ) {
    super();
  }
}

export class ViewBackground extends Query<Json> {
  constructor(
    readonly actor: Actor,
    readonly ids: Ids<'asset' | 'map' | 'background'>,
    readonly filesUrl: string,
  ) {
    super();
  }
}

const BACKGROUND = `background.id::text, background.asset_id::text, background.unit_map_id::text, background.name,
  :files || background.image as image_url, background.created_at, background.updated_at`;
const ofMap = (actor: Actor, { assetId, mapId }: Ids<'asset' | 'map'>) =>
  all(visibleAsset(actor, assetId), exists('mapping.unit_map', { map: mapId }));
const OF_MAP = 'background.asset_id = :asset and background.unit_map_id = :map';

@QueryHandler(ListBackgrounds)
export class ListBackgroundsHandler implements IQueryHandler<ListBackgrounds> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, ids, page, filesUrl }: ListBackgrounds): Promise<JsonPage> {
    return this.json.page(page, {
      requires: ofMap(actor, ids),
      from: 'mapping.background background',
      where: OF_MAP,
      select: BACKGROUND,
      values: { files: filesUrl },
    });
  }
}

@QueryHandler(ViewBackground)
export class ViewBackgroundHandler implements IQueryHandler<ViewBackground> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, ids, filesUrl }: ViewBackground): Promise<Json> {
    return this.json.one({
      requires: ofMap(actor, ids),
      from: 'mapping.background background',
      where: `${OF_MAP} and background.id = :id`,
      select: BACKGROUND,
      values: { id: ids.backgroundId, files: filesUrl },
    });
  }
}
