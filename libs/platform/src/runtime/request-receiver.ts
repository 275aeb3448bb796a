import type { Server } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { runForRequest } from '../audit/audit-context.js';
import { RejectedRequestLog } from '../audit/rejected-requests.js';
import { AccessGuard } from '../auth/access.guard.js';
import { isVersioned } from '../auth/access-rules.js';
import { RequestLimits } from '../auth/request-limits.js';
import { methodNotAllowed, notFound } from '../core/model/errors.js';
import { SETTINGS, type Settings } from '../core/settings/settings.js';
import { Tracing } from '../core/telemetry/tracing.js';
import { runAsWrite } from '../persistence/aggregates/write-request.js';
import type { ApiAdapter } from '../rest/serve/api.adapter.js';
import { installErrorHandlers } from '../rest/serve/http-error-handlers.js';
import { sendProblem } from '../rest/responses/problem.filter.js';
import { ProblemPages } from '../rest/responses/problem-pages.js';
import { isProbe, type RequestMiddleware, requestContextMiddleware } from '../rest/serve/request-context.middleware.js';
import type { ApiRequest, ApiResponse } from '../rest/responses/request.js';
import type { Route } from '../rest/serve/route-tree.js';
import { accessLog } from './observe/access-log.js';
import { RequestMetrics } from './observe/request-metrics.js';

/** What a request passes before Nest or Express: its context, the rate limit of public pages, the choice of its operation. */
@Injectable()
export class RequestReceiver {
  private readonly log: ReturnType<typeof accessLog>;
  private readonly setContext: RequestMiddleware;

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly host: HttpAdapterHost<ApiAdapter>,
    private readonly tracing: Tracing,
    private readonly metrics: RequestMetrics,
    private readonly rejections: RejectedRequestLog,
    private readonly access: AccessGuard,
    private readonly limits: RequestLimits,
    private readonly pages: ProblemPages,
  ) {
    this.log = accessLog(settings.logLevel);
    this.setContext = requestContextMiddleware({ ...settings, isPublic: (path) => this.isPublic(path) });
  }

  /** Call it when all operations are registered. */
  install(): void {
    if (this.settings.metrics) this.metrics.compile();
    installErrorHandlers(this.adapter.getHttpServer() as Server, this.begin);
    this.adapter.receive(this.tracing.isOn ? this.receiveTraced : this.receive);
  }

  private get adapter(): ApiAdapter {
    return this.host.httpAdapter;
  }

  private readonly receiveTraced = (request: ApiRequest, response: ApiResponse): void =>
    this.tracing.request(request, response, () => this.receive(request, response));

  private readonly receive = (request: ApiRequest, response: ApiResponse): void =>
    this.begin(request, response, () => {
      // The guard of operations limits their rate.
      if (isVersioned(request.url) || isProbe(request.url)) this.dispatch(request, response);
      else void this.limitPublic(request, response);
    });

  private readonly begin: RequestMiddleware = (request, response, next) => {
    request.rejections = this.rejections;
    if (this.settings.metrics) this.metrics.begin(request, response);
    this.log?.(request, response);
    this.setContext(request, response, next);
  };

  private dispatch(request: ApiRequest, response: ApiResponse): void {
    const route = this.adapter.tree.find(request.url);
    if (!route?.handler(request.method)) {
      if (route || isVersioned(request.url)) void this.reject(request, response, route);
      else this.adapter.dispatch(request, response);
      return;
    }
    const run = () => this.adapter.run(route, request, response);
    if (request.method === 'GET' || request.method === 'HEAD') run();
    else runForRequest(request, () => runAsWrite(run));
  }

  /** Counts a request for a public page, file or document. */
  private async limitPublic(request: ApiRequest, response: ApiResponse): Promise<void> {
    try {
      await this.limits.countPublic(request.clientAddress);
    } catch (error) {
      return this.pages.send(request, response, error);
    }
    this.dispatch(request, response);
  }

  /** Rejects a request for no operation: 405 if its path has others, otherwise 404. Checks the key first, unless the path needs none. */
  private async reject(request: ApiRequest, response: ApiResponse, route: Route | undefined): Promise<void> {
    try {
      if (!this.isPublic(request.url)) await this.access.admit(request, response);
      else if (isVersioned(request.url)) await this.limits.countPublic(request.clientAddress);
    } catch (error) {
      return this.pages.send(request, response, error);
    }
    sendProblem(request, response, route ? methodNotAllowed(route.methods) : notFound('Route'));
  }

  /** Whether a path needs no key. Unknown paths of the versioned API need one. */
  private isPublic(path: string): boolean {
    return isVersioned(path) ? (this.adapter.tree.find(path)?.isPublic ?? false) : path.startsWith('/');
  }
}
