import { randomUUID } from 'node:crypto';
import { type BlockList, isIP } from 'node:net';
import { malformed, Problem } from '../core/errors.js';
import type { ApiRequest, ApiResponse } from './request.js';
import { sendProblem } from './problem.filter.js';

const ALLOWED_HEADERS = 'API-Key, Experimental-Flags, Content-Type, If-None-Match, If-Match, Idempotency-Key';
const EXPOSED_HEADERS =
  'Link, Location, ETag, X-Request-Id, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, Idempotency-Replayed, WWW-Authenticate';

export interface ArrivalOptions {
  publicUrl: string | undefined;
  trustProxy: boolean | BlockList;
  requireHttps: boolean;
  /** whether a path needs no key */
  isPublic(path: string): boolean;
}

export type Arrival = (request: ApiRequest, response: ApiResponse, next: () => void) => void;

/** First of all for every request: its id, the headers of every answer, CORS, and the address that the client used. */
export function arrive({ publicUrl, trustProxy, requireHttps, isPublic }: ArrivalOptions): Arrival {
  return (request, response, next) => {
    request.requestId = randomUUID();
    response.setHeader('X-Request-Id', request.requestId);
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Expose-Headers', EXPOSED_HEADERS);
    const host = takeTarget(request) ?? sentHost(request);
    if (host === undefined) return sendProblem(request, response, invalidHost());
    const believed = isBelieved(request, trustProxy);
    const proto = believed ? forwarded(request, 'x-forwarded-proto') : undefined;
    request.clientAddress = addressOf(request, believed);
    if (requireHttps && proto !== 'https' && !isProbe(request.url))
      return sendProblem(request, response, new Problem('forbidden', 'https_required', 'Use HTTPS'));
    if (request.method === 'OPTIONS') return preflight(response);
    const mark = request.url.indexOf('?');
    request.searchParams = new URLSearchParams(mark < 0 ? '' : request.url.slice(mark));
    // no such path; where one needs a key, that is asked for first
    if (!isPath(request.url)) request.url = isPublic(request.url) ? '/malformed' : '/v1/malformed';
    const named = believed ? forwarded(request, 'x-forwarded-host') : undefined;
    request.base =
      publicUrl ?? `${proto === 'https' ? 'https' : 'http'}://${named !== undefined && isHost(named) ? named : host}`;
    next();
  };
}

/** Leaves path and query of the request target. @returns the host of one in absolute form, which counts before `Host` */
function takeTarget(request: ApiRequest): string | undefined {
  const { url } = request;
  const hash = url.indexOf('#');
  if (hash >= 0) request.url = url.slice(0, hash);
  if (url.startsWith('/')) return undefined;
  const [, host, rest] = /^https?:\/\/([^/?]*)(.*)$/i.exec(request.url) ?? [];
  if (host === undefined || !isHost(host)) return undefined;
  request.url = rest!.startsWith('/') ? rest! : `/${rest}`;
  return host;
}

/** undefined when the header is not what HTTP/1.1 asks for: there, once, a host. */
function sentHost(request: ApiRequest): string | undefined {
  const hosts = request.headersDistinct['host'] ?? [];
  if (hosts.length === 0 && request.httpVersion !== '1.1') return 'localhost';
  return hosts.length === 1 && isHost(hosts[0]!) ? hosts[0] : undefined;
}

/** Whether it comes from a proxy that may say where it had the request from. */
function isBelieved({ socket: { remoteAddress = '' } }: ApiRequest, trustProxy: boolean | BlockList): boolean {
  if (typeof trustProxy === 'boolean') return trustProxy;
  const address = remoteAddress.split('%', 1)[0]!; // without the zone of a local one
  return isIP(address) > 0 && trustProxy.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
}

function addressOf(request: ApiRequest, believed: boolean): string {
  const named = believed ? forwarded(request, 'x-forwarded-for') : undefined;
  return named !== undefined && isIP(named) > 0 ? named : (request.socket.remoteAddress ?? '');
}

const isHost = (text: string): boolean => /^([\w.-]{1,253}|\[[\da-f:.]{2,45}\])(:\d{1,5})?$/i.test(text);

const invalidHost = () => malformed('malformed_request', 'The header Host is missing, repeated or no host');

/** Probes come from beside the process, not through the proxy; so does who looks at the metrics. */
export const isProbe = (url: string): boolean => /^\/(health\/(live|ready)|metrics)$/.test(url);

function preflight(response: ApiResponse): void {
  response.setHeader('Access-Control-Allow-Methods', 'GET, HEAD, POST, PUT, DELETE, OPTIONS');
  response.setHeader('Access-Control-Allow-Headers', ALLOWED_HEADERS);
  response.setHeader('Access-Control-Max-Age', '86400');
  response.writeHead(204).end();
}

function isPath(url: string): boolean {
  try {
    decodeURIComponent(url.split('?', 1)[0]!);
    return url.startsWith('/');
  } catch {
    return false;
  }
}

/** The last value, of the last line: what our proxy wrote, whatever the client had sent it. */
const forwarded = ({ headersDistinct }: ApiRequest, name: string): string | undefined =>
  headersDistinct[name]?.at(-1)?.split(',').at(-1)?.trim();
