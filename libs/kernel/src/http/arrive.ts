import { randomUUID } from 'node:crypto';
import { Problem } from '../domain/errors.js';
import type { ApiRequest, ApiResponse } from './request.js';
import { sendProblem } from './problem.filter.js';

const ALLOWED_HEADERS = 'API-Key, Experimental-Flags, Content-Type, If-None-Match, If-Match, Idempotency-Key';
const EXPOSED_HEADERS =
  'Link, Location, ETag, X-Request-Id, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, Idempotency-Replayed';

export interface ArrivalOptions {
  publicUrl: string | undefined;
  trustProxy: boolean;
  requireHttps: boolean;
}

/** First of all for every request: its id, the headers of every answer, CORS, and the address that the client used. */
export function arrive({ publicUrl, trustProxy, requireHttps }: ArrivalOptions) {
  return (request: ApiRequest, response: ApiResponse, next: () => void): void => {
    request.requestId = randomUUID();
    response.setHeader('X-Request-Id', request.requestId);
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Expose-Headers', EXPOSED_HEADERS);
    const proto = trustProxy ? forwarded(request, 'x-forwarded-proto') : undefined;
    if (requireHttps && proto !== 'https')
      return sendProblem(request, response, new Problem('forbidden', 'https_required', 'Use HTTPS'));
    if (request.method === 'OPTIONS') return preflight(response);
    if (!isDecodable(request.url)) request.url = '/v1/malformed'; // no such path, but the key is asked for first
    const mark = request.url.indexOf('?');
    request.searchParams = new URLSearchParams(mark < 0 ? '' : request.url.slice(mark));
    const host = (trustProxy ? forwarded(request, 'x-forwarded-host') : undefined) ?? request.headers.host ?? '';
    request.base =
      publicUrl ?? `${proto === 'https' ? 'https' : 'http'}://${/^[\w.:[\]-]{1,255}$/.test(host) ? host : 'localhost'}`;
    next();
  };
}

function preflight(response: ApiResponse): void {
  response.setHeader('Access-Control-Allow-Methods', 'GET, HEAD, POST, PUT, DELETE, OPTIONS');
  response.setHeader('Access-Control-Allow-Headers', ALLOWED_HEADERS);
  response.setHeader('Access-Control-Max-Age', '86400');
  response.writeHead(204).end();
}

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url.split('?', 1)[0]!);
    return true;
  } catch {
    return false;
  }
}

function forwarded(request: ApiRequest, name: string): string | undefined {
  const value = request.headers[name];
  return (Array.isArray(value) ? value[0] : value)?.split(',')[0]?.trim();
}
