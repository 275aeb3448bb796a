import { visibleAsset } from '@app/catalog/contract';
import { type Actor } from '@app/platform/auth';
import { type Ids } from '@app/platform/core';
import { type Json, type JsonPage, JsonQuery, type PageRequest } from '@app/platform/persistence';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

export interface LandingPageFilter {
  /** id of an asset; one other than that of the path matches nothing */
  asset?: string;
}

export class ListLandingPages extends Query<JsonPage> {
  constructor(
    readonly actor: Actor,
    readonly assetId: string,
    readonly filter: LandingPageFilter,
    readonly page: PageRequest,
    /** base URL of the viewer */
    readonly viewerUrl: string,
  ) {
    super();
  }
}

export class ViewLandingPage extends Query<Json> {
  constructor(
    readonly actor: Actor,
    readonly ids: Ids<'asset' | 'landingPage'>,
    readonly viewerUrl: string,
  ) {
    super();
  }
}

const LANDING_PAGE = `landing_page.id::text, landing_page.asset_id::text, landing_page.unit_map_id::text as service_map_id,
  landing_page.name, :viewer || '/share/' || landing_page.key as url, landing_page.created_at, landing_page.updated_at`;

@QueryHandler(ListLandingPages)
export class ListLandingPagesHandler implements IQueryHandler<ListLandingPages> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, assetId, filter, page, viewerUrl }: ListLandingPages): Promise<JsonPage> {
    return this.json.page(page, {
      requires: visibleAsset(actor, assetId),
      from: 'mapping.landing_page landing_page',
      where: 'landing_page.asset_id = :asset and landing_page.asset_id = :named',
      select: LANDING_PAGE,
      values: { viewer: viewerUrl, named: filter.asset ?? assetId },
    });
  }
}

@QueryHandler(ViewLandingPage)
export class ViewLandingPageHandler implements IQueryHandler<ViewLandingPage> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, ids, viewerUrl }: ViewLandingPage): Promise<Json> {
    return this.json.one({
      requires: visibleAsset(actor, ids.assetId),
      from: 'mapping.landing_page landing_page',
      where: 'landing_page.asset_id = :asset and landing_page.id = :id',
      select: LANDING_PAGE,
      values: { id: ids.landingPageId, viewer: viewerUrl },
    });
  }
}
