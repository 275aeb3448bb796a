import type { Server } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { runForRequest } from '../audit/audit-context.js';
import { RejectedRequestLog } from '../audit/rejected-requests.js';
import { isVersioned } from '../auth/access-rules.js';
import { RequestLimits } from '../auth/request-limits.js';
import { methodNotAllowed } from '../core/errors.js';
import { SETTINGS, type Settings } from '../core/settings.js';
import { Tracing } from '../core/tracing.js';
import { runAsWrite } from '../persistence/write-request.js';
import { GetRouter } from '../rest/get-router.js';
import { installErrorHandlers } from '../rest/http-error-handlers.js';
import type { Front, JsonAdapter } from '../rest/json.adapter.js';
import { Operations } from '../rest/operations.js';
import { sendProblem } from '../rest/problem.filter.js';
import { ProblemPages } from '../rest/problem-pages.js';
import { isProbe, type RequestMiddleware, requestContextMiddleware } from '../rest/request-context.middleware.js';
import type { ApiRequest, ApiResponse } from '../rest/request.js';
import { accessLog } from './access-log.js';
import { RequestMetrics } from './request-metrics.js';

/** What a request passes before Express: its context, the rate limit of public pages, the router for reads, the check of its method. */
@Injectable()
export class RequestFront {
  private readonly log: ReturnType<typeof accessLog>;
  private readonly setContext: RequestMiddleware;

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly tracing: Tracing,
    private readonly metrics: RequestMetrics,
    private readonly rejections: RejectedRequestLog,
    private readonly operations: Operations,
    private readonly reads: GetRouter,
    private readonly limits: RequestLimits,
    private readonly pages: ProblemPages,
  ) {
    this.log = accessLog(settings.logLevel);
    this.setContext = requestContextMiddleware({ ...settings, isPublic: (path) => operations.isPublic(path) });
  }

  /** Call it when all operations are registered. */
  install(adapter: JsonAdapter): void {
    this.reads.compile();
    if (this.settings.metrics) this.metrics.compile();
    installErrorHandlers(adapter.getHttpServer() as Server, this.begin);
    adapter.before(this.tracing.isOn ? this.receiveTraced : this.receive);
  }

  private readonly receiveTraced: Front = (request, response, express) =>
    this.tracing.request(request, response, () => this.receive(request, response, express));

  private readonly receive: Front = (request, response, express) =>
    this.begin(request, response, () => {
      const dispatch = () => this.dispatch(request, response, express);
      // Operations have a guard for their rate limit.
      if (isVersioned(request.url) || isProbe(request.url)) dispatch();
      else void this.limitPublic(request, response, dispatch);
    });

  private readonly begin: RequestMiddleware = (request, response, next) => {
    request.rejections = this.rejections;
    if (this.settings.metrics) this.metrics.begin(request, response);
    this.log?.(request, response);
    this.setContext(request, response, next);
  };

  private dispatch(request: ApiRequest, response: ApiResponse, express: () => void): void {
    if (this.settings.getRouter && this.reads.handle(request, response)) return;
    const allowed = this.operations.methodsAt(request.url);
    if (allowed.length > 0 && !allowed.includes(request.method)) {
      if (this.operations.isPublic(request.url)) return this.rejectMethod(request, response, allowed);
      rerouteToFallback(request);
    }
    if (request.method === 'GET' || request.method === 'HEAD') express();
    else runForRequest(request, () => runAsWrite(express));
  }

  /** Counts a request for a public page, file or document. */
  private async limitPublic(request: ApiRequest, response: ApiResponse, next: () => void): Promise<void> {
    try {
      const passed = this.limits.countPublic(request.clientAddress);
      if (passed !== true) await passed;
    } catch (error) {
      return this.pages.send(request, response, error);
    }
    next();
  }

  /** Sends a 405 on a public path, without checking a key. */
  private rejectMethod(request: ApiRequest, response: ApiResponse, allowed: string[]): void {
    const reject = () => sendProblem(request, response, methodNotAllowed(allowed));
    if (isVersioned(request.url)) void this.limitPublic(request, response, reject);
    else reject(); // counted already
  }
}

/** Routes the request to the fallback, because `PUT units/outbound-links` would match the update of a unit with that id. */
function rerouteToFallback(request: ApiRequest): void {
  request.sentUrl = request.url;
  request.url = '/v1/method-not-allowed';
}
