import { createHash, timingSafeEqual } from 'node:crypto';
import type { RequestHandler } from 'express';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { cachedFor } from '../../core/timing/cached-for.js';
import { methodNotAllowed, Problem } from '../../core/model/errors.js';
import { Metrics } from '../../core/telemetry/metrics.js';
import { sendProblem } from '../../rest/responses/problem.filter.js';
import { JsonResponse, NO_STORE, sendJsonResponse } from '../../rest/responses/json-response.js';
import type { ApiRequest, ApiResponse } from '../../rest/responses/request.js';
import { ofAllWorkers } from './worker-metrics.js';

/** Milliseconds for which a scrape is reused, because the endpoint may be public. */
const MAX_AGE = 1_000;

/** Metrics of Node and the operating system, once for all servers of the process: memory, CPU, garbage collection, event loop lag. */
let processRegistry: Registry | undefined;

/**
 * `GET /metrics` for Prometheus: the metrics of the application and its process, for all workers. Mounted at `/metrics`. With a token,
 * requires it as `Authorization: Bearer`.
 */
export function serveMetrics(metrics: Metrics, token: string | undefined): RequestHandler {
  const registry = (processRegistry ??= watchProcess());
  const own = async () => (await Promise.all([metrics.metrics(), registry.metrics()])).join('\n');
  const text = cachedFor(MAX_AGE, ofAllWorkers(own));
  const isAllowed = token === undefined ? () => true : bearer(token);
  return (request, response, next) => {
    const asked = request as unknown as ApiRequest;
    // Express serves `/metrics/` too, which proxies may forward
    if (request.originalUrl.split('?', 1)[0] !== '/metrics') return next();
    serve(text, isAllowed, asked, response).catch((error: unknown) =>
      sendProblem(asked, response, error instanceof Problem ? error : undefined),
    );
  };
}

function watchProcess(): Registry {
  const registry = new Metrics();
  collectDefaultMetrics({ register: registry });
  return registry;
}

async function serve(
  text: () => Promise<string>,
  isAllowed: (request: ApiRequest) => boolean,
  request: ApiRequest,
  response: ApiResponse,
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed(['GET', 'HEAD', 'OPTIONS']);
  if (!isAllowed(request))
    throw new Problem('unauthenticated', 'no_metrics_token', 'Send the metrics token as a bearer token').with({
      'WWW-Authenticate': 'Bearer',
    });
  const headers = { 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE, 'Cache-Control': NO_STORE };
  sendJsonResponse(request, response, new JsonResponse(await text(), 200, headers), 200);
}

/** Compares hashes in constant time, so that timing reveals nothing about the token. */
function bearer(token: string): (request: ApiRequest) => boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  const wanted = hash(token);
  return ({ headers }) => {
    const [, sent = ''] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
    return timingSafeEqual(hash(sent), wanted);
  };
}
