import { createHash } from 'node:crypto';
import { gzip } from 'node:zlib';
import type { ApiRequest, ApiResponse } from './request.js';

/** A response with ready text: JSON from the database, unless its headers name another type. */
export class JsonResponse {
  constructor(
    readonly text: string | undefined,
    readonly status?: number,
    readonly headers: Readonly<Record<string, string>> = {},
    /** what is stored under an `Idempotency-Key`, without what is shown only once; default: the text */
    readonly stored = text,
  ) {}

  with(headers: Record<string, string>): JsonResponse {
    return new JsonResponse(this.text, this.status, { ...this.headers, ...headers }, this.stored);
  }

  /** milliseconds in which the client must receive it; default: no limit */
  sendWithin?: number | undefined;

  /** encodings of a cached response, computed once */
  encoded?: { tag?: string; plain?: Buffer; gzipped?: Buffer; onGrowth?: (bytes: number) => void };

  static json(value: unknown, status?: number): JsonResponse {
    return new JsonResponse(JSON.stringify(value), status);
  }
}

export function sendJsonResponse(
  request: ApiRequest,
  response: ApiResponse,
  result: JsonResponse,
  defaultStatus: number,
): void {
  const { headers, status = defaultStatus, sendWithin } = result;
  if (sendWithin !== undefined) disconnectAfter(sendWithin, response);
  for (const name in headers) response.setHeader(name, headers[name]!);
  const isError = status >= FIRST_ERROR && result.text !== undefined;
  send(request, response, status, isError ? errorBody(request, status, result.text!) : result.text, result);
}

const FIRST_ERROR = 400;

/** The body of an error that a handler returns as its response, because it has stored something and its response is replayed. */
function errorBody(request: ApiRequest, status: number, text: string): string {
  const body = JSON.parse(text) as { code?: string };
  request.rejections?.note(request, status, body.code ?? '');
  return JSON.stringify({ ...body, request_id: request.requestId });
}

/** Disconnects a client that does not read its response in time. */
function disconnectAfter(ms: number, response: ApiResponse): void {
  const timer = setTimeout(() => response.destroy(), ms).unref();
  response.once('close', () => clearTimeout(timer));
}

/** Bytes above which a body is compressed. */
export const COMPRESSION_THRESHOLD = 1024;

/** `Cache-Control` of a response that no client keeps, so it has no ETag. */
export const NO_STORE = 'no-store';

/** Writes a response: ETag and 304 for reads, gzip if accepted, always with a charset. */
export function send(
  request: ApiRequest,
  response: ApiResponse,
  status: number,
  text: string | undefined,
  result?: JsonResponse,
): void {
  if (text === undefined) {
    response.writeHead(status).end();
    return;
  }
  response.setHeader('Content-Type', result?.headers['Content-Type'] ?? 'application/json; charset=utf-8');
  response.setHeader('Cache-Control', result?.headers['Cache-Control'] ?? 'private, no-cache');
  const plain = result?.encoded?.plain; // shared by connections, which would each have a copy of a string
  const length = plain?.length ?? Buffer.byteLength(text);
  const isLong = length > COMPRESSION_THRESHOLD;
  const { Vary: vary, 'Cache-Control': caching } = result?.headers ?? {};
  if (isLong) response.setHeader('Vary', vary ? `${vary}, Accept-Encoding` : 'Accept-Encoding'); // on 304 as on 200
  if (status === 200 && (request.method === 'GET' || request.method === 'HEAD') && caching !== NO_STORE) {
    const tag = response.getHeader('ETag')?.toString() ?? etagOf(result ?? new JsonResponse(text), request.base);
    response.setHeader('ETag', tag);
    if (matchesETag(request.headers['if-none-match'], tag)) {
      response.writeHead(304).end();
      return;
    }
  }
  if (isLong && acceptsGzip(request.headers['accept-encoding'])) return zip(response, status, text, result);
  response.setHeader('Content-Length', length);
  response.writeHead(status).end(plain ?? text); // Node writes a string with the headers in one system call
}

/** Fast, because most responses are compressed once. */
export const GZIP = { level: 3 };

function zip(response: ApiResponse, status: number, text: string, result?: JsonResponse): void {
  if (result?.encoded?.gzipped) return sendGzipped(response, status, result.encoded.gzipped);
  gzip(text, GZIP, (error, body) => {
    if (error) return void response.destroy(error);
    if (result?.encoded && !result.encoded.gzipped) {
      result.encoded.gzipped = body;
      result.encoded.onGrowth?.(body.length);
    }
    sendGzipped(response, status, body);
  });
}

function sendGzipped(response: ApiResponse, status: number, body: Buffer): void {
  response.setHeader('Content-Encoding', 'gzip');
  response.setHeader('Content-Length', body.length);
  response.writeHead(status).end(body);
}

const CODING = /^\s*([^\s;]+)\s*(?:;\s*q\s*=\s*([\d.]+)\s*)?$/;

/** The weight of a coding, by name, otherwise by `*` (RFC 9110, 12.5.3). */
function weightOf(coding: string, header: string | string[] | undefined): number {
  let any = 0;
  for (const each of String(header ?? '').split(',')) {
    const [, name, weight = '1'] = CODING.exec(each.toLowerCase()) ?? [];
    if (name === coding) return Number(weight);
    if (name === '*') any = Number(weight);
  }
  return any;
}

export const acceptsGzip = (header: string | string[] | undefined): boolean => weightOf('gzip', header) > 0;

/** Brotli, unless the client prefers gzip. */
export function preferredCoding(header: string | string[] | undefined): 'br' | 'gzip' | undefined {
  const [br, gzip] = [weightOf('br', header), weightOf('gzip', header)];
  if (br > 0 && br >= gzip) return 'br';
  return gzip > 0 ? 'gzip' : undefined;
}

/** Placeholder for the base URL; cannot occur in JSON text. */
const ADDRESS = '\0';

/**
 * The `ETag` of a response: a hash of its content, independent of the base URL that the client uses.
 * @param base base URL of the server, with which URLs in the response start
 */
export function etagOf({ headers, encoded, text = '' }: JsonResponse, base: string): string {
  const known = headers['ETag'] ?? encoded?.tag;
  if (known !== undefined) return known;
  const hash = createHash('sha1').update(text.replaceAll(base, ADDRESS)).digest('base64url');
  const tag = `W/"${hash}"`;
  if (encoded) encoded.tag = tag;
  return tag;
}

/** Whether `If-None-Match` or `If-Match` names the tag; all tags are weak, because a response may be compressed. */
export function matchesETag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  const bare = tag.replace(/^W\//, '');
  return header.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === bare);
}
