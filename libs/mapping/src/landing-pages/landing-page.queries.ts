import { JsonRows, type Page, type Reply } from '@app/platform/rest';
import { type Scope } from '@app/platform/auth';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

export interface LandingPageFilter {
  /** id of an asset; another than that of the path finds nothing */
  asset?: string;
}

export class ListLandingPages extends Query<Reply> {
  constructor(
    readonly scope: Scope,
    readonly page: Page,
    /** address of the server */
    readonly base: string,
    readonly filter: LandingPageFilter,
  ) {
    super();
  }
}

export class ViewLandingPage extends Query<Reply> {
  constructor(
    readonly scope: Scope,
    readonly base: string,
  ) {
    super();
  }
}

const LANDING_PAGE = `landing_page.id::text, landing_page.asset_id::text, landing_page.unit_map_id::text as service_map_id,
  landing_page.name, :base || '/share/' || landing_page.key as url, landing_page.created_at, landing_page.updated_at`;

@QueryHandler(ListLandingPages)
export class ListLandingPagesHandler implements IQueryHandler<ListLandingPages> {
  constructor(private readonly rows: JsonRows) {}

  execute({ scope, page, base, filter }: ListLandingPages): Promise<Reply> {
    return this.rows.page(scope, page, {
      from: 'mapping.landing_page landing_page',
      where: 'landing_page.asset_id = :asset and landing_page.asset_id = :named',
      select: LANDING_PAGE,
      values: { base, named: filter.asset ?? scope.asset },
    });
  }
}

@QueryHandler(ViewLandingPage)
export class ViewLandingPageHandler implements IQueryHandler<ViewLandingPage> {
  constructor(private readonly rows: JsonRows) {}

  execute({ scope, base }: ViewLandingPage): Promise<Reply> {
    return this.rows.one(scope, {
      from: 'mapping.landing_page landing_page',
      where: 'landing_page.asset_id = :asset and landing_page.id = :landingPage',
      select: LANDING_PAGE,
      values: { base },
    });
  }
}
