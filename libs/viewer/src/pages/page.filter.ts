import { type ApiRequest, type ApiResponse, Content, ContentReply, problemOf, sendProblem } from '@app/platform/rest';
import { Problem, type Settings, SETTINGS } from '@app/platform/core';
import { type ArgumentsHost, Catch, type ExceptionFilter, Inject } from '@nestjs/common';
import { pageHeaders } from './page-headers.js';
import { pageLocale } from './page-options.js';
import { ViewerProgram } from './viewer-program.js';

/** Tells browsers in a page that there is no map, which other clients read as JSON. */
@Catch()
export class PageFilter implements ExceptionFilter {
  constructor(
    private readonly program: ViewerProgram,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async catch(error: unknown, host: ArgumentsHost): Promise<void> {
    const http = host.switchToHttp();
    const request = http.getRequest<ApiRequest>();
    const response = http.getResponse<ApiResponse>();
    const isUnknown = error instanceof Problem && error.kind === 'not_found';
    if (!isUnknown || !request.headers.accept?.includes('text/html'))
      return sendProblem(request, response, problemOf(error, request));
    request.refusals?.note(request, 404, error.code);
    (await this.page(request.headers['accept-language'])).send(request, response);
  }

  private async page(languages: string | undefined) {
    const { publicUrl = '', viewerUrl = publicUrl } = this.settings;
    const { html, status } = await this.program.render({
      state: 'not_found',
      options: {},
      locale: pageLocale({}, languages),
      today: new Date().toISOString().slice(0, 10),
      urls: { self: '', canonical: '', document: '', assets: `${viewerUrl}/embed/assets/` },
    });
    const sources = viewerUrl ? [new URL(viewerUrl).origin] : [];
    const content = new Content(Buffer.from(html), 'text/html; charset=utf-8');
    const usual = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex', Vary: 'Accept, Accept-Language' };
    return new ContentReply(content, { ...pageHeaders(html, { sources, ancestors: [] }), ...usual }, status);
  }
}
