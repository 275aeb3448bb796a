import type { Server } from 'node:http';
import type { DynamicModule, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { RequestLimits } from '../auth/request-limits.js';
import { runForRequest } from '../audit/audit-context.js';
import { RejectedRequestLog } from '../audit/rejected-requests.js';
import { FileStore } from '../files/file-store.js';
import { serveFiles } from '../rest/serve-files.js';
import { PrometheusMetrics } from './prometheus-metrics.js';
import { watchProcess } from './process-metrics.js';
import { methodNotAllowed } from '../core/errors.js';
import { Tracing } from '../core/tracing.js';
import { RequestMetrics } from './request-metrics.js';
import { serveMetrics } from './metrics-endpoint.js';
import { runAsWrite } from '../persistence/write-request.js';
import type { Settings } from '../core/settings.js';
import { accessLog } from './access-log.js';
import { type RequestMiddleware, requestContextMiddleware, isProbe } from '../rest/request-context.middleware.js';
import { GetRouter } from '../rest/get-router.js';
import { installErrorHandlers } from '../rest/http-error-handlers.js';
import { type Front, JsonAdapter } from '../rest/json.adapter.js';
import { JsonLog } from './logging.js';
import { logOutput } from './log-output.js';
import { isVersioned } from '../auth/access-rules.js';
import { Operations } from '../rest/operations.js';
import { ProblemFilter, sendProblem } from '../rest/problem.filter.js';
import { ProblemPages } from '../rest/problem-pages.js';
import type { ApiRequest, ApiResponse } from '../rest/request.js';

/** Creates an HTTP server for a module, ready to listen. */
export async function createServer(
  root: Type | DynamicModule,
  settings: Settings,
  /** adds routes that are not operations, before `init`, which registers the 404 handler last */
  extend: (app: NestExpressApplication) => void = () => undefined,
): Promise<NestExpressApplication> {
  const adapter = new JsonAdapter();
  const logger = new JsonLog(settings.logLevel, logOutput(settings.logFile));
  const app = await NestFactory.create<NestExpressApplication>(root, adapter, {
    bodyParser: false, // RequestContextPipe reads bodies, after the access checks
    abortOnError: false,
    forceCloseConnections: false,
    routeResolutionStrategy: 'specificity', // `units/references` before `units/:unit`, in any order of modules
    logger,
  });
  for (const text of settings.deprecations) logger.warn(text, 'Settings');
  // Express's own setting has no effect, because Nest's adapter has already created the router.
  adapter.getInstance<{ router: { caseSensitive: boolean } }>().router.caseSensitive = true;
  app.set('etag', false);
  app.disable('x-powered-by');
  app.use('/files', serveFiles(app.get(FileStore)));
  if (settings.metrics) app.use('/metrics', serveMetrics(app.get(PrometheusMetrics), settings.metricsToken));
  app.useGlobalFilters(new ProblemFilter());
  extend(app);
  await app.init();
  if (settings.metrics) watchProcess();
  openFront(adapter, app, settings);
  return app;
}

/** Installs the chain in front of Express: request context, then the router for reads. */
function openFront(adapter: JsonAdapter, app: NestExpressApplication, settings: Settings): void {
  const [reads, operations, rejections] = [app.get(GetRouter), app.get(Operations), app.get(RejectedRequestLog)];
  const metrics = settings.metrics ? app.get(RequestMetrics) : undefined;
  const log = accessLog(settings.logLevel);
  const visits: Visits = { limits: app.get(RequestLimits), pages: app.get(ProblemPages) };
  const prepare = requestContextMiddleware({ ...settings, isPublic: (path) => operations.isPublic(path) });
  const onRequest: RequestMiddleware = (request, response, next) => {
    request.rejections = rejections;
    metrics?.begin(request, response);
    log?.(request, response);
    prepare(request, response, next);
  };
  reads.compile();
  metrics?.compile();
  installErrorHandlers(adapter.getHttpServer() as Server, onRequest);
  const tracing = app.get(Tracing);
  const dispatch: Front = (request, response, express) => {
    if (settings.getRouter && reads.handle(request, response)) return;
    const allowed = operations.methodsAt(request.url);
    if (allowed.length > 0 && !allowed.includes(request.method)) {
      if (operations.isPublic(request.url)) return rejectMethod(visits, request, response, allowed);
      leaveToFallback(request);
    }
    if (request.method === 'GET' || request.method === 'HEAD') express();
    else runForRequest(request, () => runAsWrite(express));
  };
  const front: Front = (request, response, express) =>
    onRequest(request, response, () => {
      const admit = () => dispatch(request, response, express);
      if (isVersioned(request.url) || isProbe(request.url)) admit();
      else void limitVisits(visits, request, response, admit);
    });
  adapter.before(
    tracing.isOn
      ? (request, response, express) => tracing.request(request, response, () => front(request, response, express))
      : front,
  );
}

interface Visits {
  limits: RequestLimits;
  pages: ProblemPages;
}

/** Applies the rate limit of public pages, files and documents; operations have a guard for it. */
async function limitVisits(
  { limits, pages }: Visits,
  request: ApiRequest,
  response: ApiResponse,
  admit: () => void,
): Promise<void> {
  try {
    const passed = limits.visited(request.clientAddress);
    if (passed !== true) await passed;
  } catch (error) {
    return pages.send(request, response, error);
  }
  admit();
}

/** Sends a 405 on a public path, without checking a key. */
function rejectMethod(visits: Visits, request: ApiRequest, response: ApiResponse, allowed: string[]): void {
  const reject = () => sendProblem(request, response, methodNotAllowed(allowed));
  if (isVersioned(request.url)) void limitVisits(visits, request, response, reject);
  else reject(); // counted already
}

/** Routes the request to the fallback, because `PUT units/outbound-links` would match the update of a unit with that id. */
function leaveToFallback(request: ApiRequest): void {
  request.sentUrl = request.url;
  request.url = '/v1/method-not-allowed';
}
