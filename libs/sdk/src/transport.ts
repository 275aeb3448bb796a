import { ApiError, ConnectionError } from './errors.js';
import type { CallOptions } from './operation.js';

export interface ClientOptions {
  /** Base address, without `/v1`: `https://maps.example.com` */
  url: string;
  /** API key. Public operations, such as the documents of embeds and landing pages, need none. */
  key?: string;
  /** Number of retries; default 4. */
  retries?: number;
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

const MINUTE = 60_000;
const LONGEST_PAUSE = 30_000;
/** Longest `Retry-After` that a call waits for, in milliseconds. The rate limits of the service name at most a minute. */
const LONGEST_RETRY_AFTER = MINUTE;

/** Sends requests and retries them after connection errors and temporary failures (408, 429, 5xx). */
export class Transport {
  private readonly base: string;

  constructor(private readonly options: ClientOptions) {
    this.base = new URL(options.url).href.replace(/\/+$/, '');
  }

  url(path: string): URL {
    return new URL(this.base + path);
  }

  /** @returns a successful response or 304 @throws ApiError or ConnectionError */
  async send(request: Sent, options: CallOptions): Promise<Response> {
    const retries = options.retries ?? this.options.retries ?? 4;
    const signal = anyOf(this.options.signal, options.signal);
    for (let attempt = 0; ; attempt++) {
      const result = await this.attempt(request, options.timeout, signal);
      if (result instanceof Response && (result.ok || result.status === 304)) return result;
      const error = result instanceof Response ? await ApiError.of(result) : result;
      const pause = retryAfter(error) ?? backOff(attempt);
      if (attempt >= retries || !mayRepeat(request, error) || pause > LONGEST_RETRY_AFTER) throw error;
      await sleep(pause, signal);
    }
  }

  private async attempt(
    request: Sent,
    timeout: number | undefined,
    signal: AbortSignal | undefined,
  ): Promise<Response | ConnectionError> {
    const limit = AbortSignal.timeout(timeout ?? this.options.timeout ?? MINUTE);
    const { key, fetch = globalThis.fetch } = this.options;
    try {
      const response = await fetch(request.url, {
        method: request.method,
        headers: { ...(key !== undefined && { 'API-Key': key }), ...request.headers },
        ...(request.body !== undefined && { body: request.body }),
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      });
      return await received(response);
    } catch (cause) {
      signal?.throwIfAborted();
      const reason = limit.aborted ? 'the request timed out' : 'the connection failed';
      return new ConnectionError(`${request.method} ${request.url.pathname}: ${reason}`, { cause });
    }
  }
}

const anyOf = (one?: AbortSignal, other?: AbortSignal): AbortSignal | undefined =>
  one && other ? AbortSignal.any([one, other]) : (one ?? other);

/** Reads the whole body, so that an attempt whose response breaks off is repeated like any other. */
async function received(response: Response): Promise<Response> {
  const { status, statusText, headers } = response;
  const body = await response.blob();
  return new Response(body.size > 0 ? body : null, { status, statusText, headers });
}

/** Reads and writes with an idempotency key are safe to repeat; other requests only if the service rejected them before processing. */
function mayRepeat({ method, headers }: Sent, error: ApiError | ConnectionError): boolean {
  const isIdempotent = method === 'GET' || 'Idempotency-Key' in headers;
  if (error instanceof ConnectionError) return isIdempotent;
  if (error.status === 408 || error.status === 429) return true;
  return isIdempotent && (error.status >= 500 || error.code === 'idempotency_key_in_use');
}

/** Milliseconds until `Retry-After`, in seconds or as a date (RFC 9110, 10.2.3). */
function retryAfter(error: ApiError | ConnectionError): number | undefined {
  const text = error instanceof ApiError && error.headers.get('retry-after');
  if (!text) return undefined;
  const wanted = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(wanted) ? undefined : Math.max(0, wanted);
}

/** Exponential back-off with jitter, so that clients do not retry in step. */
function backOff(attempt: number): number {
  return Math.min(LONGEST_PAUSE, 250 * 2 ** attempt) * (0.5 + Math.random() / 2);
}

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
