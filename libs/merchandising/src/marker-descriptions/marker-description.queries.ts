import { visibleAsset } from '@app/catalog/contract';
import { type Actor } from '@app/platform/auth';
import { type Ids } from '@app/platform/core';
import { type Json, type JsonPage, JsonQuery, type PageRequest } from '@app/platform/persistence';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

export class ListMarkerDescriptions extends Query<JsonPage> {
  constructor(
    readonly actor: Actor,
    readonly assetId: string,
    readonly page: PageRequest,
  ) {
    super();
  }
}

export class ViewMarkerDescription extends Query<Json> {
  constructor(
    readonly actor: Actor,
    readonly ids: Ids<'asset' | 'markerDescription'>,
  ) {
    super();
  }
}

const OF_ASSET = {
  from: 'merchandising.marker_description marker',
  where: 'marker.asset_id = :asset',
  select: `marker.id::text, marker.asset_id::text, marker.gallery_id::text, marker.name, marker.label, marker.description,
    marker.iframe_source_url, marker.outbound_link_url, marker.created_at, marker.updated_at`,
};

@QueryHandler(ListMarkerDescriptions)
export class ListMarkerDescriptionsHandler implements IQueryHandler<ListMarkerDescriptions> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, assetId, page }: ListMarkerDescriptions): Promise<JsonPage> {
    return this.json.page(page, { ...OF_ASSET, requires: visibleAsset(actor, assetId) });
  }
}

@QueryHandler(ViewMarkerDescription)
export class ViewMarkerDescriptionHandler implements IQueryHandler<ViewMarkerDescription> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, ids }: ViewMarkerDescription): Promise<Json> {
    return this.json.one({
      requires: visibleAsset(actor, ids.assetId),
      ...OF_ASSET,
      where: `${OF_ASSET.where} and marker.id = :markerDescription`,
      values: { markerDescription: ids.markerDescriptionId },
    });
  }
}
