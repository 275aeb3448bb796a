import { Ctx, Operation, param, type RequestContext, Resource, returns } from '@app/platform/rest';
import { type Settings, SETTINGS } from '@app/platform/core';
import { Inject } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { LandingPageDto } from './landing-page.dto.js';
import { type LandingPageFilter, ListLandingPages, ViewLandingPage } from './landing-page.queries.js';

@Resource('assets/:asset/multifamily/landing-pages', {
  tag: 'Landing pages',
  tables: { landingPage: 'mapping.landing_page' },
  flag: 'landing-page-resource',
})
export class LandingPageController {
  constructor(
    private readonly queries: QueryBus,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Operation('GET', '', {
    id: 'list-landing-pages',
    description: 'Lists the pages that show a single map each. `url` is the address to share.',
    permission: 'landing-pages.read',
    query: [
      param.id(
        'asset',
        'Only landing pages of this asset. The path already names it: any other id returns an empty list.',
      ),
    ],
    returns: returns.list(LandingPageDto),
  })
  list(@Ctx() { actor, ids, page, base, query }: RequestContext<'asset', undefined, LandingPageFilter>) {
    const viewerUrl = this.settings.viewerUrl ?? base;
    return this.queries.execute(new ListLandingPages(actor, ids.assetId, query, page, viewerUrl));
  }

  @Operation('GET', ':landingPage', {
    id: 'view-landing-page',
    description: 'Returns the URL and map of one landing page.',
    permission: 'landing-pages.read',
    returns: returns.one(LandingPageDto),
  })
  view(@Ctx() { actor, ids, base }: RequestContext<'asset' | 'landingPage'>) {
    return this.queries.execute(new ViewLandingPage(actor, ids, this.settings.viewerUrl ?? base));
  }
}
