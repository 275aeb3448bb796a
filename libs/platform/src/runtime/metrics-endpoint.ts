import { createHash, timingSafeEqual } from 'node:crypto';
import type { RequestHandler } from 'express';
import { methodNotAllowed, Problem } from '../core/errors.js';
import { sendProblem } from '../rest/problem.filter.js';
import { sendText } from '../rest/json-response.js';
import type { ApiRequest, ApiResponse } from '../rest/request.js';
import type { PrometheusMetrics } from './prometheus-metrics.js';

/** `GET /metrics` for Prometheus. Mounted at `/metrics`. With a token, requires it as `Authorization: Bearer`. */
export function serveMetrics(metrics: PrometheusMetrics, token: string | undefined): RequestHandler {
  const isAllowed = token === undefined ? () => true : bearer(token);
  return (request, response, next) => {
    if (request.path !== '/') return next();
    serve(metrics, isAllowed, request as ApiRequest, response).catch((error: unknown) =>
      sendProblem(request as ApiRequest, response, error instanceof Problem ? error : undefined),
    );
  };
}

async function serve(
  metrics: PrometheusMetrics,
  isAllowed: (request: ApiRequest) => boolean,
  request: ApiRequest,
  response: ApiResponse,
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed(['GET', 'HEAD', 'OPTIONS']);
  if (!isAllowed(request))
    throw new Problem('unauthenticated', 'no_metrics_token', 'Send the metrics token as a bearer token').with({
      'WWW-Authenticate': 'Bearer',
    });
  sendText(request, response, metrics.contentType, await metrics.text());
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
