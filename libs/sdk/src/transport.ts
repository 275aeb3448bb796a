import { ApiError, ConnectionError } from './errors.js';
import { InvalidResponseError } from './invalid-response-error.js';
import type { CallOptions } from './operation.js';

export interface ClientOptions {
  /** Base address, without `/v1`: `https://maps.example.com` */
  url: string;
  /** API key. Public operations, such as the documents of embeds and landing pages, need none. */
  key?: string;
  /** How long a call is repeated after its first failure, in milliseconds; default 90,000; 0 = never. */
  retryFor?: number;
  /** Timeout of one attempt in milliseconds; default 60,000. */
  timeout?: number;
  /** Aborts every call, including the wait between attempts. */
  signal?: AbortSignal;
  /** Replaces the global `fetch`, for example for proxies, tracing or tests. */
  fetch?: typeof fetch;
}

export interface Sent {
  method: string;
  url: URL;
  headers: Record<string, string>;
  body?: string | FormData;
}

const SECOND = 1_000;
const ATTEMPT_TIMEOUT = 60 * SECOND;
/** Long enough for a server to restart. The last attempt starts at most `MAX_PAUSE` before the end of this time. */
const RETRY_FOR = 90 * SECOND;
const MIN_PAUSE = SECOND / 4;
const MAX_PAUSE = 8 * SECOND;
/** Longest pause for a rate limit, whose windows are two minutes long by default. */
const MAX_RATE_LIMIT_PAUSE = 300 * SECOND;
/** The calls that a rate limit delayed resume over this time, not all at once. */
const SPREAD = SECOND;

/** Failures of a proxy or of a server that starts or stops, and timeouts. */
const TEMPORARY = [408, 429, 500, 502, 503, 504];
/** Codes of connections that were never established, so that the server has not seen the request. */
const NOT_SENT = ['ECONNREFUSED', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'];
/** Codes of failures that time does not mend: unknown hosts and certificates. */
const PERMANENT = /^(ENOTFOUND|ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_)/;

/**
 * Sends requests, and repeats them after connection errors and temporary failures. While a rate limit applies, all requests wait,
 * however long that takes.
 */
export class Transport {
  private readonly base: string;
  /** by `Date.now()`: the end of the pause that a rate limit demands */
  private limitedUntil = 0;

  constructor(private readonly options: ClientOptions) {
    this.base = new URL(options.url).href.replace(/\/+$/, '');
  }

  url(path: string): URL {
    return new URL(this.base + path);
  }

  /** @returns a successful response or 304 @throws ApiError, ConnectionError or InvalidResponseError */
  async send(request: Sent, options: CallOptions): Promise<Response> {
    const retryFor = options.retryFor ?? this.options.retryFor ?? RETRY_FOR;
    const signal = anyOf(this.options.signal, options.signal);
    const headers = this.headersOf(request);
    let failures = 0;
    let until: number | undefined;
    for (let attempts = 1; ; attempts++) {
      if (retryFor > 0) await this.whileLimited(signal);
      const result = await this.attempt({ ...request, headers }, attempts, options.timeout, signal);
      if (result instanceof InvalidResponseError) throw result;
      if (result instanceof Response && (result.ok || result.status === 304)) return result;
      const error = result instanceof Response ? await ApiError.of(result, attempts) : result;
      if (retryFor === 0 || !mayRepeat(request, error)) throw error;
      const wanted = retryAfter(error);
      if (isLimited(error) && wanted !== undefined && wanted <= MAX_RATE_LIMIT_PAUSE) {
        this.limitedUntil = Math.max(this.limitedUntil, Date.now() + wanted);
        continue;
      }
      until ??= Date.now() + retryFor;
      const pause = Math.max(wanted ?? 0, backOff(failures++));
      if (Date.now() + pause > until) throw error;
      await sleep(pause, signal);
    }
  }

  /** @throws TypeError for a key that no header can contain */
  private headersOf({ headers }: Sent): Record<string, string> {
    const { key } = this.options;
    return Object.fromEntries(new Headers({ ...(key !== undefined && { 'API-Key': key }), ...headers }));
  }

  private async whileLimited(signal: AbortSignal | undefined): Promise<void> {
    while (Date.now() < this.limitedUntil) await sleep(this.limitedUntil - Date.now() + Math.random() * SPREAD, signal);
  }

  private async attempt(
    { method, url, headers, body }: Sent,
    attempts: number,
    timeout: number | undefined,
    signal: AbortSignal | undefined,
  ): Promise<Response | ConnectionError | InvalidResponseError> {
    const limit = AbortSignal.timeout(timeout ?? this.options.timeout ?? ATTEMPT_TIMEOUT);
    const { fetch = globalThis.fetch } = this.options;
    try {
      const response = await fetch(url, {
        method,
        headers,
        ...(body !== undefined && { body }),
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
        redirect: 'manual', // `fetch` would send the key to any server that a redirect names
      });
      if (isRedirect(response)) return redirected(url, response);
      return await received(response);
    } catch (cause) {
      signal?.throwIfAborted();
      return new ConnectionError({ method, url, isTimeout: limit.aborted }, cause, attempts);
    }
  }
}

/** An address without its query. */
export const addressOf = ({ origin, pathname }: URL): string => origin + pathname;

/** The service redirects no operation. A browser hides the status. */
const isRedirect = ({ type, status }: Response): boolean =>
  type === 'opaqueredirect' || [301, 302, 303, 307, 308].includes(status);

function redirected(url: URL, { headers }: Response): InvalidResponseError {
  const location = headers.get('location');
  return new InvalidResponseError(
    `${addressOf(url)} redirects${location === null ? '' : ` to ${location}`}: use the address of the service itself`,
  );
}

const anyOf = (one?: AbortSignal, other?: AbortSignal): AbortSignal | undefined =>
  one && other ? AbortSignal.any([one, other]) : (one ?? other);

/** Reads the whole body, so that an attempt whose response breaks off is repeated like any other. */
async function received(response: Response): Promise<Response> {
  const { status, statusText, headers } = response;
  const body = await response.blob();
  return new Response(body.size > 0 ? body : null, { status, statusText, headers });
}

/** Reads and writes with an idempotency key are safe to repeat; other requests only if the service has not processed them. */
function mayRepeat({ method, headers }: Sent, error: ApiError | ConnectionError): boolean {
  const isIdempotent = method === 'GET' || 'Idempotency-Key' in headers;
  if (error instanceof ConnectionError) {
    const { code = '' } = error;
    return NOT_SENT.includes(code) || (isIdempotent && !PERMANENT.test(code));
  }
  if (error.status === 408 || isLimited(error)) return true;
  return isIdempotent && (TEMPORARY.includes(error.status) || error.code === 'idempotency_key_in_use');
}

const isLimited = (error: ApiError | ConnectionError): boolean => error instanceof ApiError && error.status === 429;

/** Milliseconds until `Retry-After`, in seconds or as a date (RFC 9110, 10.2.3). */
function retryAfter(error: ApiError | ConnectionError): number | undefined {
  const text = error instanceof ApiError && error.headers.get('retry-after');
  if (!text) return undefined;
  const wanted = /^\d+$/.test(text) ? Number(text) * SECOND : Date.parse(text) - Date.now();
  return Number.isNaN(wanted) ? undefined : Math.max(0, wanted);
}

/** Exponential back-off with jitter, so that clients do not retry in step. */
const backOff = (failures: number): number =>
  Math.min(MAX_PAUSE, MIN_PAUSE * 2 ** failures) * (0.5 + Math.random() / 2);

function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal!.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
