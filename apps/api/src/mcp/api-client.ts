/** A response of the API. */
interface ApiResult {
  status: number;
  headers: Record<string, string>;
  /** parsed JSON, or the text of other media types */
  body: unknown;
}

interface ApiRequestOptions {
  query?: Record<string, unknown>;
  headers?: Record<string, string>;
  body?: unknown;
  /** sends a multipart form: these files, and `body` as the part `data` or as fields */
  files?: readonly FilePart[];
  /** whether each field of `body` is a separate part of the form */
  isFlat?: boolean;
}

export interface FilePart {
  field: string;
  filename: string;
  content: Blob;
}

/** An error response of the API, with a message for the agent. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    /** whether it is the stored response of an earlier request with the same idempotency key */
    readonly isReplayed = false,
  ) {
    super(message);
  }
}

export type Send = (
  method: string,
  path: string,
  init: { headers: Headers; body?: string | FormData },
) => Promise<Response>;

/**
 * Calls the API over HTTP with the agent's key, so that guards, rate limits and the audit trail apply as to any other client.
 */
export class ApiClient {
  constructor(
    private readonly send: Send,
    private readonly key: string,
  ) {}

  async get<T>(path: string, query: Record<string, unknown> = {}, headers: Record<string, string> = {}): Promise<T> {
    return (await this.request('GET', path, { query, headers })).body as T;
  }

  /** Reads the first `max` items of a list, page by page. */
  async list<T>(path: string, query: Record<string, unknown> = {}, max = 5_000): Promise<T[]> {
    const items: T[] = [];
    let next: string | null = `${path}?${searchOf({ 'per-page': Math.min(1_000, max), ...query })}`;
    while (next !== null && items.length < max) {
      const page: Page<T> = await this.get(next);
      items.push(...page.data);
      next = page.paging.next_url && path + queryOf(page.paging.next_url);
    }
    return items.slice(0, max);
  }

  /** @throws ApiError */
  async request(method: string, path: string, options: ApiRequestOptions = {}): Promise<ApiResult> {
    const { query = {}, body, files = [], isFlat = false } = options;
    const headers = new Headers({ ...options.headers, 'API-Key': this.key });
    const search = searchOf(query);
    const sent = files.length > 0 || isFlat ? formOf(body, files, isFlat) : jsonOf(body, headers);
    const address = search === '' ? path : `${path}?${search}`;
    const response = await this.send(method, address, { headers, ...(sent !== undefined && { body: sent }) });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') && text !== '';
    const parsed: unknown = isJson ? JSON.parse(text) : text;
    if (response.status >= 400) throw apiErrorOf(response, parsed);
    return { status: response.status, headers: Object.fromEntries(response.headers), body: parsed };
  }
}

interface Page<T> {
  paging: { next_url: string | null };
  data: T[];
}

/** The rest of `next_url` is the public address, whose path may begin with that of a proxy. */
const queryOf = (url: string): string => new URL(url).search;

function searchOf(query: Record<string, unknown>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return new URLSearchParams(given.map(([name, value]): [string, string] => [name, textOf(value)])).toString();
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function jsonOf(body: unknown, headers: Headers): string | undefined {
  if (body === undefined) return undefined;
  headers.set('Content-Type', 'application/json');
  return JSON.stringify(body);
}

function formOf(body: unknown, files: readonly FilePart[], isFlat: boolean): FormData {
  const form = new FormData();
  if (!isFlat && body !== undefined)
    form.append('data', new Blob([JSON.stringify(body)], { type: 'application/json' }));
  if (isFlat)
    for (const [name, value] of Object.entries(body ?? {}))
      for (const each of [value].flat() as unknown[]) form.append(name, textOf(each));
  for (const { field, filename, content } of files) form.append(field, content, filename);
  return form;
}

/** Names the problem, the field and the next step. */
function apiErrorOf(response: Response, body: unknown): ApiError {
  const { message, code, fields } = (typeof body === 'object' && body !== null ? body : {}) as {
    message?: string;
    code?: string;
    fields?: Record<string, string[]>;
  };
  const errors = Object.entries(fields ?? {}).map(([field, texts]) => `${field} ${texts.join(', ')}`);
  const wait = response.headers.get('retry-after');
  const text = [
    `${response.status} ${code ?? 'error'}: ${message ?? 'No reason given'}.`,
    errors.length > 0 && `Errors: ${errors.slice(0, 20).join('; ')}.`,
    nextStep(response.status, code, wait),
  ];
  const isReplayed = response.headers.has('idempotency-replayed');
  return new ApiError(response.status, code ?? 'error', text.filter(Boolean).join(' '), isReplayed);
}

function nextStep(status: number, code = '', wait: string | null = null): string {
  if (wait !== null) return `Try again in ${wait} s.`;
  if (code === 'publication_replaced') return 'Another client has published since: call preview_prices again.';
  if (code === 'transaction_open')
    return 'A transaction is open on the process: wait for it, or abort it with api_write abort-transaction.';
  if (code === 'guard_refused')
    return 'Show the person why. To publish anyway, call api_write send-data-to-an-open-transaction with commit=1 and override=guard; otherwise call api_write abort-transaction.';
  if (status === 403) return 'This key lacks the permission: ask the person for another key.';
  if (status === 404) return 'Look the id up first: find_assets and asset_overview name ids.';
  if (status === 422) return 'Correct these fields and call again.';
  return '';
}
