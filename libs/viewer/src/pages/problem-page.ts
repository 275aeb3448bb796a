import { type ApiRequest, ProblemPages } from '@app/platform/rest';
import { type FieldErrors, Problem, type Settings, SETTINGS } from '@app/platform/core';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Content, ContentResponse } from './content-response.js';
import { pageHeaders } from './page-headers.js';
import { pageLocale } from './page-options.js';
import { ViewerProgram } from './viewer-program.js';

/** The address of a page, without what is below it: pictures and quotes. */
const PAGE = /^\/\w+\/[^/?]*\/?(\?|$)/;

/** Texts of the page by kind of problem. */
const STATES: Partial<Record<Problem['kind'], string>> = {
  not_found: 'not_found',
  too_many_requests: 'busy',
  unavailable: 'failed',
};

/** The relative address of a page without its invalid options; undefined if it has none. */
function addressWithout(invalid: FieldErrors, { url, searchParams }: ApiRequest): string | undefined {
  const isValid = (name: string) => !Object.hasOwn(invalid, name.split('[', 1)[0]!);
  const valid = new URLSearchParams([...searchParams].filter(([name]) => isValid(name)));
  if (valid.size === searchParams.size) return undefined;
  const page = `./${url.split('?', 1)[0]!.split('/').at(-1)}`;
  return valid.size > 0 ? `${page}?${valid}` : page;
}

/** Renders errors as a page in the visitor's language. Invalid options are not errors there, and are removed from the address. */
@Injectable()
export class ViewerProblemPage implements OnModuleInit {
  constructor(
    private readonly program: ViewerProgram,
    private readonly pages: ProblemPages,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  onModuleInit(): void {
    for (const path of ['/embed/', '/share/'])
      this.pages.register(path, (error, request) => this.render(error, request));
  }

  private async render(error: unknown, request: ApiRequest): Promise<ContentResponse | undefined> {
    if (!PAGE.test(request.url)) return undefined;
    const problem = error instanceof Problem ? error : undefined;
    const address = problem && addressWithout(problem.fields ?? {}, request);
    if (address) {
      const headers = { Location: address, 'Cache-Control': 'no-store', Vary: 'Accept' };
      return new ContentResponse(new Content(Buffer.alloc(0), 'text/plain; charset=utf-8'), headers, 302);
    }
    const state = problem && STATES[problem.kind];
    if (!state) return undefined;
    const { publicUrl = '', viewerUrl = publicUrl } = this.settings;
    const { html, status } = await this.program.render({
      state,
      options: {},
      locale: pageLocale({ locale: request.searchParams.get('locale') ?? '' }, request.headers['accept-language']),
      today: new Date().toISOString().slice(0, 10),
      urls: { self: '', canonical: '', document: '', assets: `${viewerUrl}/embed-files/` },
    });
    request.rejections?.note(request, status, problem.code);
    const headers = {
      ...pageHeaders(html, { sources: viewerUrl ? [new URL(viewerUrl).origin] : [], ancestors: [] }),
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex',
      Vary: 'Accept, Accept-Language',
      ...problem.headers,
    };
    return new ContentResponse(new Content(Buffer.from(html), 'text/html; charset=utf-8'), headers, status);
  }
}
