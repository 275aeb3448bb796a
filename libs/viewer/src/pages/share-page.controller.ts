import { Ctx, Operation, type RequestContext, Resource, returns } from '@app/platform/rest';
import { DEMO_KEYS } from '@app/mapping/contract';
import { notFound, type Settings, SETTINGS } from '@app/platform/core';
import { Headers, Inject, UseFilters } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { Content, ContentResponse } from './content-response.js';
import { PageFilter } from './page.filter.js';
import { PagePresenter } from './page-presenter.js';
import { PAGE_OPTIONS, PREVIEW_OPTIONS, type PageQuery } from './page-options.js';
import { isPreviewName } from './preview-name.js';
import { ViewPreview } from './preview.queries.js';

@Resource('share', { tag: 'Viewer', root: true, extension: true })
export class SharePageController {
  constructor(
    private readonly queries: QueryBus,
    private readonly pages: PagePresenter,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @UseFilters(PageFilter)
  @Operation('GET', ':key', {
    id: 'view-landing-page-page',
    summary: 'View a landing page',
    description: 'Returns the page that shows a single map. It is the `url` of the landing page.',
    public: true,
    examples: { key: DEMO_KEYS.landingPage },
    query: PAGE_OPTIONS,
    redirects: 'An option is invalid, and the client accepts `text/html`: to the page without the invalid options',
    returns: returns.content('text/html; charset=utf-8'),
  })
  view(
    @Ctx() { params, query, base, clientAddress }: RequestContext<never, undefined, PageQuery>,
    @Headers('accept-language') languages?: string,
    @Headers('sec-fetch-dest') destination?: string,
  ) {
    return this.pages.present('landing_page', params['key']!, { query, languages, destination, base, clientAddress });
  }

  @Operation('GET', ':key/:picture', {
    id: 'get-landing-page-preview',
    summary: 'Get the preview image of a landing page',
    description:
      'Returns an image of the plan with name and prices, or of a unit on it: 1,200 by 630 pixels, for link previews. Older names redirect to the current image.',
    public: true,
    examples: { key: DEMO_KEYS.landingPage, picture: 'preview-0123456789abcdef.png' },
    query: PREVIEW_OPTIONS,
    redirects: 'The page has another preview now',
    returns: returns.content('image/png'),
  })
  async preview(@Ctx() { params, query, base, clientAddress }: RequestContext<never, undefined, PageQuery>) {
    const { key, picture } = params as { key: string; picture: string };
    const { unit, locale } = query;
    const shown = { ...(unit && { unit }), locale: locale || 'en' };
    const preview = isPreviewName(picture)
      ? await this.queries.execute(new ViewPreview(key, shown, clientAddress))
      : undefined;
    if (!preview) throw notFound('Picture');
    if (preview.name === picture)
      return new ContentResponse(new Content(preview.png, 'image/png'), {
        'Cache-Control': 'public, max-age=31536000, immutable',
      });
    const asked = new URLSearchParams(query as Record<string, string>);
    const current = asked.size > 0 ? `${preview.name}?${asked}` : preview.name;
    const address = `${this.settings.viewerUrl ?? base}/share/${key}/${current}`;
    const moved = { Location: address, 'Cache-Control': 'public, max-age=60' };
    return new ContentResponse(new Content(Buffer.alloc(0), 'text/plain; charset=utf-8'), moved, 302);
  }
}
