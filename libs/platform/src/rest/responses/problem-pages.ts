import { Injectable } from '@nestjs/common';
import type { CustomResponse } from './custom-response.js';
import { problemOf, sendProblem } from './problem.filter.js';
import type { ApiRequest, ApiResponse } from './request.js';

/** What browsers and programs that preview links accept. */
const HTML = /text\/html|\*\/\*/;

/** Renders an error as HTML for browsers; undefined to respond with JSON. */
type ProblemPage = (error: unknown, request: ApiRequest) => Promise<CustomResponse | undefined>;

/** Error pages for the HTML pages of contexts, including errors raised before routing. */
@Injectable()
export class ProblemPages {
  private readonly pages = new Map<string, ProblemPage>();

  /** @param path path prefix of the pages */
  register(path: string, page: ProblemPage): void {
    this.pages.set(path, page);
  }

  async send(request: ApiRequest, response: ApiResponse, error: unknown): Promise<void> {
    const page = HTML.test(request.headers.accept ?? '') ? await this.page(request, error) : undefined;
    if (page) page.send(request, response);
    else sendProblem(request, response, problemOf(error, request));
  }

  /** Falls back to JSON when the page cannot be rendered. */
  private async page(request: ApiRequest, error: unknown): Promise<CustomResponse | undefined> {
    const [, page] = [...this.pages].find(([path]) => request.url.startsWith(path)) ?? [];
    return page?.(error, request).catch(() => undefined);
  }
}
