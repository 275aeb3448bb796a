import { JsonRows, type Page, type Reply } from '@app/platform/rest';
import { type Scope } from '@app/platform/auth';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

export class ListMarkerDescriptions extends Query<Reply> {
  constructor(
    readonly scope: Scope,
    readonly page: Page,
  ) {
    super();
  }
}

export class ViewMarkerDescription extends Query<Reply> {
  constructor(readonly scope: Scope) {
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
  constructor(private readonly rows: JsonRows) {}

  execute({ scope, page }: ListMarkerDescriptions): Promise<Reply> {
    return this.rows.page(scope, page, OF_ASSET);
  }
}

@QueryHandler(ViewMarkerDescription)
export class ViewMarkerDescriptionHandler implements IQueryHandler<ViewMarkerDescription> {
  constructor(private readonly rows: JsonRows) {}

  execute({ scope }: ViewMarkerDescription): Promise<Reply> {
    return this.rows.one(scope, { ...OF_ASSET, where: `${OF_ASSET.where} and marker.id = :markerDescription` });
  }
}
