import { Injectable } from '@nestjs/common';
import type { ContentResponse } from './content-response.js';
import { problemOf, sendProblem } from './problem.filter.js';
import type { ApiRequest, ApiResponse } from './request.js';

/** What browsers are told of an error in HTML; undefined where it is told in JSON. */
export type ProblemPage = (error: unknown, request: ApiRequest) => Promise<ContentResponse | undefined>;

/** Pages of contexts that people look at: an error there is a page, too, also one that is found before the route. */
@Injectable()
export class ProblemPages {
  private readonly pages = new Map<string, ProblemPage>();

  /** @param path with which the paths of these pages begin */
  register(path: string, page: ProblemPage): void {
    this.pages.set(path, page);
  }

  async send(request: ApiRequest, response: ApiResponse, error: unknown): Promise<void> {
    const reply = request.headers.accept?.includes('text/html') ? await this.page(request, error) : undefined;
    if (reply) reply.send(request, response);
    else sendProblem(request, response, problemOf(error, request));
  }

  /** Where the page itself cannot be made, JSON says what the matter was. */
  private async page(request: ApiRequest, error: unknown): Promise<ContentResponse | undefined> {
    const [, page] = [...this.pages].find(([path]) => request.url.startsWith(path)) ?? [];
    return page?.(error, request).catch(() => undefined);
  }
}
