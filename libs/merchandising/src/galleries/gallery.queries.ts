import { visibleAsset } from '@app/catalog/contract';
import { type Actor } from '@app/platform/auth';
import { type Ids } from '@app/platform/core';
import { type Json, type JsonPage, JsonQuery, type PageRequest } from '@app/platform/persistence';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

export class ListGalleries extends Query<JsonPage> {
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

export class ViewGallery extends Query<Json> {
  constructor(
    readonly actor: Actor,
    readonly ids: Ids<'asset' | 'gallery'>,
    /** base URL of stored files */
    readonly filesUrl: string,
  ) {
    super();
  }
}

const OF_ASSET = {
  from: 'merchandising.gallery gallery',
  where: 'gallery.asset_id = :asset',
  select: `gallery.id::text, gallery.asset_id::text, gallery.name,
    (select coalesce(json_agg(json_build_object('url', :files || image.name) order by image.n), '[]')
      from unnest(gallery.images) with ordinality image (name, n)) as images,
    gallery.created_at, gallery.updated_at`,
};

@QueryHandler(ListGalleries)
export class ListGalleriesHandler implements IQueryHandler<ListGalleries> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, assetId, page, filesUrl }: ListGalleries): Promise<JsonPage> {
    return this.json.page(page, {
      requires: visibleAsset(actor, assetId),
      ...OF_ASSET,
      values: { files: filesUrl },
    });
  }
}

@QueryHandler(ViewGallery)
export class ViewGalleryHandler implements IQueryHandler<ViewGallery> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, ids, filesUrl }: ViewGallery): Promise<Json> {
    const where = `${OF_ASSET.where} and gallery.id = :gallery`;
    return this.json.one({
      requires: visibleAsset(actor, ids.assetId),
      ...OF_ASSET,
      where,
      values: { gallery: ids.galleryId, files: filesUrl },
    });
  }
}
