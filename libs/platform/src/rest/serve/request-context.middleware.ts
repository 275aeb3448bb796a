import { randomUUID } from 'node:crypto';
import { type BlockList, isIP } from 'node:net';
import { malformed, Problem } from '../../core/model/errors.js';
import type { ApiRequest, ApiResponse } from '../responses/request.js';
import { sendProblem } from '../responses/problem.filter.js';

const ALLOWED_HEADERS = 'API-Key, Experimental-Flags, Content-Type, If-None-Match, If-Match, Idempotency-Key';
const EXPOSED_HEADERS =
  'Link, Location, ETag, X-Request-Id, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, Idempotency-Replayed, WWW-Authenticate';

interface RequestContextOptions {
  publicUrl: string | undefined;
  trustProxy: boolean | BlockList;
  requireHttps: boolean;
  isPublic(path: string): boolean;
}

export type RequestMiddleware = (request: ApiRequest, response: ApiResponse, next: () => void) => void;

/** Runs first for every request: sets its id, the common response headers, CORS and the base URL. */
export function requestContextMiddleware({
  publicUrl,
  trustProxy,
  requireHttps,
  isPublic,
}: RequestContextOptions): RequestMiddleware {
  return (request, response, next) => {
    request.requestId = randomUUID();
    response.setHeader('X-Request-Id', request.requestId);
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Expose-Headers', EXPOSED_HEADERS);
    const host = normaliseTarget(request) ?? sentHost(request);
    if (host === undefined) return sendProblem(request, response, invalidHost());
    const isTrusted = isTrustedProxy(request, trustProxy);
    const proto = isTrusted ? forwarded(request, 'x-forwarded-proto') : undefined;
    request.clientAddress = addressOf(request, isTrusted);
    if (requireHttps && proto !== 'https' && !isProbe(request.url))
      return sendProblem(request, response, new Problem('forbidden', 'https_required', 'Use HTTPS'));
    if (request.method === 'OPTIONS') return preflight(response);
    const mark = request.url.indexOf('?');
    request.searchParams = new URLSearchParams(mark < 0 ? '' : request.url.slice(mark));
    // undecodable path: 404, after the key check where one applies
    if (!isPath(request.url)) request.url = isPublic(request.url) ? '/malformed' : '/v1/malformed';
    const forwardedHost = isTrusted ? forwarded(request, 'x-forwarded-host') : undefined;
    request.base =
      publicUrl ??
      `${proto === 'https' ? 'https' : 'http'}://${forwardedHost !== undefined && isHost(forwardedHost) ? forwardedHost : host}`;
    next();
  };
}

/** Reduces the request target to path and query. @returns the host of an absolute form, which overrides `Host` */
function normaliseTarget(request: ApiRequest): string | undefined {
  const { url } = request;
  const hash = url.indexOf('#');
  if (hash >= 0) request.url = url.slice(0, hash);
  if (url.startsWith('/')) return undefined;
  const [, host, rest] = /^https?:\/\/([^/?]*)(.*)$/i.exec(request.url) ?? [];
  if (host === undefined || !isHost(host)) return undefined;
  request.url = rest!.startsWith('/') ? rest! : `/${rest}`;
  return host;
}

/** The `Host` header; undefined if it is missing, repeated or invalid. */
function sentHost(request: ApiRequest): string | undefined {
  const hosts = request.headersDistinct['host'] ?? [];
  if (hosts.length === 0 && request.httpVersion !== '1.1') return 'localhost';
  return hosts.length === 1 && isHost(hosts[0]!) ? hosts[0] : undefined;
}

function isTrustedProxy({ socket: { remoteAddress = '' } }: ApiRequest, trustProxy: boolean | BlockList): boolean {
  if (typeof trustProxy === 'boolean') return trustProxy;
  const address = remoteAddress.split('%', 1)[0]!; // drops the zone of a link-local address
  return isIP(address) > 0 && trustProxy.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
}

function addressOf(request: ApiRequest, isTrusted: boolean): string {
  const forwardedFor = isTrusted ? withoutPort(forwarded(request, 'x-forwarded-for')) : undefined;
  const address = forwardedFor !== undefined && isIP(forwardedFor) > 0 ? forwardedFor : request.socket.remoteAddress;
  return address?.replace(/^::ffff:(?=\d+\.)/, '') ?? ''; // IPv4 on a socket that listens on IPv6 too
}

/** Some proxies send the port of the client too: `1.2.3.4:5678`, `[2001:db8::1]:443`. */
const withoutPort = (address?: string): string | undefined =>
  address?.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1');

const isHost = (text: string): boolean => /^([\w.-]{1,253}|\[[\da-f:.]{2,45}\])(:\d{1,5})?$/i.test(text);

const invalidHost = () => malformed('malformed_request', 'The header Host is missing, repeated or invalid');

/** Health probes and metrics scrapes, which bypass the proxy. */
export const isProbe = (url: string): boolean => /^\/(health\/(live|ready)|metrics)$/.test(url);

function preflight(response: ApiResponse): void {
  response.setHeader('Access-Control-Allow-Methods', 'GET, HEAD, POST, PUT, DELETE, OPTIONS');
  response.setHeader('Access-Control-Allow-Headers', ALLOWED_HEADERS);
  response.setHeader('Access-Control-Max-Age', '86400');
  response.writeHead(204).end();
}

function isPath(url: string): boolean {
  if (!url.includes('%')) return url.startsWith('/');
  try {
    decodeURIComponent(url.split('?', 1)[0]!);
    return url.startsWith('/');
  } catch {
    return false;
  }
}

/** The last value of the last header line, which the proxy itself added. */
const forwarded = ({ headersDistinct }: ApiRequest, name: string): string | undefined =>
  headersDistinct[name]?.at(-1)?.split(',').at(-1)?.trim();
