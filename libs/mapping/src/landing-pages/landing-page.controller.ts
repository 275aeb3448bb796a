import {
  body,
  Ctx,
  type DeletionContext,
  DeleteOperation,
  Operation,
  param,
  type RequestContext,
  Resource,
  returns,
  rulesOf,
} from '@app/platform/rest';
import { type Settings, SETTINGS } from '@app/platform/core';
import { Inject } from '@nestjs/common';
import { CreateResource, DeleteUnused, referencesIn, UpdateResource } from '@app/platform/resources';
import { UnitOfWork } from '@app/platform/persistence';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { LandingPage } from './landing-page.aggregate.js';
import { LandingPageDto, NewLandingPageDto, UpdateLandingPageDto } from './landing-page.dto.js';
import { type LandingPageFilter, ListLandingPages, ViewLandingPage } from './landing-page.queries.js';

const references = (sent: object) => referencesIn(LandingPage, sent);
const RULES = rulesOf(NewLandingPageDto);

@Resource('assets/:asset/multifamily/landing-pages', {
  tag: 'Landing pages',
  tables: { landingPage: 'mapping.landing_page' },
  flag: 'landing-page-resource',
})
export class LandingPageController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly work: UnitOfWork,
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
  view(@Ctx() context: RequestContext<'asset' | 'landingPage'>) {
    return this.viewOf(context, context.ids.landingPageId);
  }

  @Operation('POST', '', {
    id: 'create-landing-page',
    extension: true,
    description: 'Adds a page that shows one map of the asset. `url` of the response is the address to share.',
    permission: 'manage.landing-pages.create',
    body: body.json(NewLandingPageDto),
    references,
    returns: returns.one(LandingPageDto),
  })
  async create(@Ctx() context: RequestContext<'asset', NewLandingPageDto>) {
    return this.work.run(async () => {
      const id = await this.commands.execute(new CreateResource(LandingPage, context.ids.assetId, context.body));
      return context.created(id, await this.viewOf(context, id));
    });
  }

  @Operation('PUT', ':landingPage', {
    id: 'update-landing-page',
    extension: true,
    description: 'Changes the name or the map of a landing page. Its address stays the same.',
    permission: 'manage.landing-pages.update',
    body: body.json(UpdateLandingPageDto),
    references,
    returns: returns.one(LandingPageDto),
  })
  async update(@Ctx() context: RequestContext<'asset' | 'landingPage', UpdateLandingPageDto>) {
    const { assetId, landingPageId } = context.ids;
    return this.work.run(async () => {
      await this.commands.execute(new UpdateResource(LandingPage, assetId, landingPageId, context.body, RULES));
      return this.viewOf(context, landingPageId);
    });
  }

  @DeleteOperation(':landingPage', {
    id: 'delete-landing-page',
    what: 'a landing page',
    permission: 'manage.landing-pages.delete',
    details: 'Its address is not found any more.',
  })
  delete(@Ctx() { ids, query }: DeletionContext<'asset' | 'landingPage'>) {
    return this.commands.execute(new DeleteUnused(LandingPage, { assetId: ids.assetId, id: ids.landingPageId }, query));
  }

  private viewOf(
    { actor, ids: { assetId }, base }: Pick<RequestContext<'asset'>, 'actor' | 'ids' | 'base'>,
    id: string,
  ) {
    const ids = { assetId, landingPageId: id };
    return this.queries.execute(new ViewLandingPage(actor, ids, this.settings.viewerUrl ?? base));
  }
}
