import type { CallOptions, Operation, OperationRequest, OperationTable, Upload } from './operation.js';
import { InvalidResponseError } from './invalid-response-error.js';
import { type Page, Pages } from './pages.js';
import { addressOf, type ClientOptions, type Sent, Transport } from './transport.js';

/** Status and headers of a response. */
export interface ResponseInfo {
  status: number;
  headers: Headers;
  etag: string | undefined;
  requestId: string | undefined;
}

const infos = new WeakMap<object, ResponseInfo>();

/** Status and headers of the response that a result of the client came with. */
export function responseOf(result: object): ResponseInfo | undefined {
  return infos.get(result);
}

/** Creates a method for each operation of the table. */
export function methodsOf<Operations>(table: OperationTable<Operations>, options: ClientOptions): Operations {
  const caller = new Caller(new Transport(options));
  const methods = Object.entries<Operation>(table).map(([name, operation]) => [
    name,
    (request: OperationRequest = {}, callOptions: CallOptions = {}) =>
      operation.list ? caller.list(operation, request, callOptions) : caller.call(operation, request, callOptions),
  ]);
  return Object.fromEntries(methods) as Operations;
}

class Caller {
  constructor(private readonly transport: Transport) {}

  list(operation: Operation, request: OperationRequest, options: CallOptions): Pages<unknown> {
    const { known: _, ...others } = options;
    const address = () => addressOf(this.url(operation, request));
    const page = async (given: CallOptions, search?: string): Promise<Page<unknown>> => {
      const read = await this.call(operation, request, given, search);
      if (isPage(read)) return read;
      throw new InvalidResponseError(`${address()}: the response is not a page of a list`);
    };
    return new Pages(
      () => page(options),
      // Uses only the query of `next_url`, so that the key is sent to no other server.
      (next) => page(others, new URL(next).search),
      address,
    );
  }

  async call(operation: Operation, request: OperationRequest, options: CallOptions, search?: string): Promise<unknown> {
    const url = this.url(operation, request);
    if (search !== undefined) url.search = search;
    const content = await bodyOf(operation, request);
    const headers = { ...headersOf(operation, options), ...(typeof content === 'string' && JSON_CONTENT) };
    const sent: Sent = { method: operation.method, url, headers, ...(content !== undefined && { body: content }) };
    const response = await this.transport.send(sent, options);
    if (response.status === 304) return options.known;
    return remember(await resultOf(operation, response, url), response);
  }

  /** Parameters that the path does not name go into the query. */
  private url({ path }: Operation, { body: _, files: __, ...parameters }: OperationRequest): URL {
    const query = new URLSearchParams();
    let filled = path;
    for (const [name, value] of Object.entries(parameters)) {
      if (value === undefined) continue;
      const text = typeof value === 'boolean' ? String(Number(value)) : String(value as string | number);
      const place = `{${kebabCase(name)}}`;
      if (filled.includes(place)) filled = filled.replace(place, segment(name, text));
      else query.set(kebabCase(name), text);
    }
    const missing = /\{([^}]+)\}/.exec(filled);
    if (missing) throw new TypeError(`The request has no ${missing[1]}`);
    const url = this.transport.url(filled);
    url.search = query.toString();
    return url;
  }
}

/** @throws TypeError for a text that would make it another path: empty, `.` and `..` */
function segment(name: string, text: string): string {
  if (/^\.{0,2}$/.test(text)) throw new TypeError(`${name} must be an id, not "${text}"`);
  return encodeURIComponent(text);
}

const JSON_CONTENT = { 'Content-Type': 'application/json' };

const kebabCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function headersOf({ method, flag }: Operation, options: CallOptions): Record<string, string> {
  const isWrite = method === 'POST' || method === 'PUT';
  const known = options.known && etagOf(options.known);
  const expected = options.ifUnchanged ? etagOf(options.ifUnchanged) : options.ifMatch;
  if (options.ifUnchanged && !expected) throw new TypeError('ifUnchanged: not a result that has an ETag');
  return {
    ...(flag && { 'Experimental-Flags': flag }),
    ...(isWrite && { 'Idempotency-Key': options.idempotencyKey ?? newKey() }),
    ...(known && { 'If-None-Match': known }),
    ...(expected && { 'If-Match': expected }),
  };
}

const etagOf = (result: object): string | undefined => infos.get(result)?.etag;

/** Does not use `crypto.randomUUID`, which browsers offer on secure pages only. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function bodyOf(operation: Operation, request: OperationRequest): Promise<string | FormData | undefined> {
  const { body } = request;
  const files = Object.entries(request.files ?? {}).filter(([, file]) => file !== undefined);
  if (files.length === 0 && !operation.form) return body === undefined ? undefined : JSON.stringify(body);
  const form = new FormData();
  if (body !== undefined) form.set('data', new Blob([JSON.stringify(body)], { type: 'application/json' }));
  for (const [name, file] of files) form.set(name, blobOf(file!), file!.name);
  return form;
}

function blobOf(file: Upload): Blob {
  if (file instanceof Blob) return file;
  const { content } = file;
  return content instanceof Blob ? content : new Blob([content as string]);
}

async function resultOf({ file }: Operation, response: Response, url: URL): Promise<unknown> {
  if (file) return response.blob();
  const text = await response.text();
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    throw new InvalidResponseError(`${addressOf(url)}: the response is not JSON`);
  }
}

function isPage(value: unknown): value is Page<unknown> {
  const { data, paging } = (value ?? {}) as Partial<Page<unknown>>;
  const next = paging?.next_url;
  if (!Array.isArray(data) || !data.every((item) => typeof item === 'object' && item !== null)) return false;
  return next === null || (typeof next === 'string' && isUrl(next));
}

/** Does not use `URL.canParse`, which is wrong for some URLs in Node.js 20. */
function isUrl(text: string): boolean {
  try {
    return Boolean(new URL(text));
  } catch {
    return false;
  }
}

function remember(result: unknown, { status, headers }: Response): unknown {
  if (typeof result === 'object' && result !== null)
    infos.set(result, {
      status,
      headers,
      etag: headers.get('etag') ?? undefined,
      requestId: headers.get('x-request-id') ?? undefined,
    });
  return result;
}
