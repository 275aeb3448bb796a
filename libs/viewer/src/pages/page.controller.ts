import { Ctx, Operation, type RequestContext, Resource, returns } from '@app/platform/rest';
import { DEMO_KEYS } from '@app/mapping/contract';
import { notFound } from '@app/platform/core';
import { Headers, UseFilters } from '@nestjs/common';
import { ContentResponse } from './content-response.js';
import { PageFilter } from './page.filter.js';
import { PagePresenter } from './page-presenter.js';
import { PAGE_OPTIONS, type PageQuery } from './page-options.js';
import { ViewerProgram } from './viewer-program.js';

const HTML = 'text/html; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';

/** Allows pages of other origins to load the file. */
const FOR_ANYBODY = { 'Cross-Origin-Resource-Policy': 'cross-origin' };
const IMMUTABLE = { ...FOR_ANYBODY, 'Cache-Control': 'public, max-age=31536000, immutable' };
/** For files with a fixed name: clients get a new version within minutes. */
const SHORT = { ...FOR_ANYBODY, 'Cache-Control': 'public, max-age=300, stale-while-revalidate=86400' };

@Resource('embed', { tag: 'Viewer', root: true, extension: true })
export class EmbedPageController {
  constructor(
    private readonly pages: PagePresenter,
    private readonly program: ViewerProgram,
  ) {}

  @UseFilters(PageFilter)
  @Operation('GET', ':key', {
    id: 'view-embed-page',
    summary: 'View the page of an embed',
    description: 'Returns the page of an embed, which shows its maps. It is the `url` of the embed.',
    public: true,
    examples: { key: DEMO_KEYS.embed },
    query: PAGE_OPTIONS,
    redirects: 'An option is invalid, and the client accepts `text/html`: to the page without the invalid options',
    returns: returns.content(HTML),
  })
  view(
    @Ctx() { params, query, base, clientAddress }: RequestContext<never, undefined, PageQuery>,
    @Headers('accept-language') languages?: string,
    @Headers('sec-fetch-dest') destination?: string,
  ) {
    return this.pages.present('embed', params['key']!, { query, languages, destination, base, clientAddress });
  }

  @Operation('GET', 'api.js', {
    id: 'get-viewer-loader',
    summary: "Get the viewer's loader",
    description:
      'Returns the script with which host pages embed maps; the [guide](/guides/embedding.md) shows how. `?global=NAME` names its global variable.',
    public: true,
    returns: returns.content(SCRIPT),
  })
  loader() {
    return respond(this.program.named('loader'), SHORT);
  }

  @Operation('GET', 'api.d.ts', {
    id: 'get-viewer-loader-types',
    summary: "Get the types of the viewer's loader",
    description: 'Returns the TypeScript declarations of the loader. Save them beside the code of the host page.',
    public: true,
    returns: returns.content('text/plain; charset=utf-8'),
  })
  types() {
    return respond(this.program.named('types'), SHORT);
  }
}

/** Files of the pages, apart from the addresses with a key. */
@Resource('embed-files', { tag: 'Viewer', root: true, extension: true })
export class ViewerFileController {
  constructor(private readonly program: ViewerProgram) {}

  @Operation('GET', ':name', {
    id: 'get-viewer-asset',
    summary: 'Get a file of the viewer',
    description: 'Returns a script or style sheet of the page. Its name changes with its content.',
    public: true,
    examples: { name: 'api.d.ts' },
    returns: returns.content('*/*'),
  })
  file(@Ctx() { params }: RequestContext) {
    return respond(this.program.file(params['name']!), IMMUTABLE);
  }
}

async function respond(found: ReturnType<ViewerProgram['file']>, headers: Record<string, string>) {
  const file = await found;
  if (!file) throw notFound('File');
  return new ContentResponse(file, headers);
}
