import { JsonRows, type Page, type Reply } from '@app/platform/rest';
import { type Scope } from '@app/platform/auth';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

export class ListGalleries extends Query<Reply> {
  constructor(
    readonly scope: Scope,
    readonly page: Page,
    /** address below which stored files are served */
    readonly files: string,
  ) {
    super();
  }
}

export class ViewGallery extends Query<Reply> {
  constructor(
    readonly scope: Scope,
    readonly files: string,
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
  constructor(private readonly rows: JsonRows) {}

  execute({ scope, page, files }: ListGalleries): Promise<Reply> {
    return this.rows.page(scope, page, { ...OF_ASSET, values: { files } });
  }
}

@QueryHandler(ViewGallery)
export class ViewGalleryHandler implements IQueryHandler<ViewGallery> {
  constructor(private readonly rows: JsonRows) {}

  execute({ scope, files }: ViewGallery): Promise<Reply> {
    const where = `${OF_ASSET.where} and gallery.id = :gallery`;
    return this.rows.one(scope, { ...OF_ASSET, where, values: { files } });
  }
}
