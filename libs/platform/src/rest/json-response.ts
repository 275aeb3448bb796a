import { createHash } from 'node:crypto';
import { gzip } from 'node:zlib';
import type { Held } from '../persistence/json.js';
import type { ApiRequest, ApiResponse } from './request.js';

/** An answer that is text already: JSON, as it comes from the database, if its headers name no other type. */
export class JsonResponse {
  constructor(
    readonly text: string | undefined,
    readonly status?: number,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}

  with(headers: Record<string, string>): JsonResponse {
    return new JsonResponse(this.text, this.status, { ...this.headers, ...headers });
  }

  /** of a large answer */
  held?: Held | undefined;

  /** what was made of the text, when it goes out again and again */
  made?: { tag?: string; zipped?: Buffer; grown?: (bytes: number) => void };

  static json(value: unknown, status?: number): JsonResponse {
    return new JsonResponse(JSON.stringify(value), status);
  }
}

export function sendJsonResponse(
  request: ApiRequest,
  response: ApiResponse,
  reply: JsonResponse,
  status: number,
): void {
  if (reply.held) holdUntilSent(response, reply.held);
  for (const name in reply.headers) response.setHeader(name, reply.headers[name]!);
  send(request, response, reply.status ?? status, reply.text, reply);
}

/** A client that does not take its answer in time is cut off: others wait for the place. */
function holdUntilSent(response: ApiResponse, { release, due }: Held): void {
  const cut = () => void response.destroy();
  due.addEventListener('abort', cut, { once: true });
  const leave = () => {
    due.removeEventListener('abort', cut);
    release();
  };
  if (response.destroyed) leave();
  else response.once('close', leave);
}

const COMPRESSED_FROM = 1024;

/** Writes an answer: ETag and 304 for reads, gzip when accepted, a charset always. */
export function send(
  request: ApiRequest,
  response: ApiResponse,
  status: number,
  text: string | undefined,
  reply?: JsonResponse,
): void {
  if (text === undefined) {
    response.writeHead(status).end();
    return;
  }
  response.setHeader('Content-Type', reply?.headers['Content-Type'] ?? 'application/json; charset=utf-8');
  response.setHeader('Cache-Control', reply?.headers['Cache-Control'] ?? 'private, no-cache');
  const length = Buffer.byteLength(text);
  const isLong = length > COMPRESSED_FROM;
  if (isLong) response.setHeader('Vary', 'Accept-Encoding'); // on 304 as on 200
  if (status === 200 && (request.method === 'GET' || request.method === 'HEAD')) {
    const tag = response.getHeader('ETag')?.toString() ?? tagOf(reply ?? new JsonResponse(text), request.base);
    response.setHeader('ETag', tag);
    if (namesTag(request.headers['if-none-match'], tag)) {
      response.writeHead(304).end();
      return;
    }
  }
  if (isLong && acceptsGzip(request.headers['accept-encoding'])) return zip(response, status, text, reply);
  response.setHeader('Content-Length', length);
  response.writeHead(status).end(text); // as a string: Node writes it together with the headers, in one system call
}

function zip(response: ApiResponse, status: number, text: string, reply?: JsonResponse): void {
  if (reply?.made?.zipped) return sendZipped(response, status, reply.made.zipped);
  gzip(text, { level: 3 }, (fault, body) => {
    if (fault) return void response.destroy(fault);
    if (reply?.made && !reply.made.zipped) {
      reply.made.zipped = body;
      reply.made.grown?.(body.length);
    }
    sendZipped(response, status, body);
  });
}

/** Text that is no JSON, made for this one answer. */
export function sendText(request: ApiRequest, response: ApiResponse, mediaType: string, text: string): void {
  response.setHeader('Content-Type', mediaType);
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Vary', 'Accept-Encoding');
  if (acceptsGzip(request.headers['accept-encoding'])) return zip(response, 200, text);
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.writeHead(200).end(text);
}

function sendZipped(response: ApiResponse, status: number, body: Buffer): void {
  response.setHeader('Content-Encoding', 'gzip');
  response.setHeader('Content-Length', body.length);
  response.writeHead(status).end(body);
}

const CODING = /^\s*([^\s;]+)\s*(?:;\s*q\s*=\s*([\d.]+)\s*)?$/;

/** By its own name if that is there, else by `*` (RFC 9110, 12.5.3). */
function weightOf(coding: string, header: string | string[] | undefined): number {
  let any = 0;
  for (const each of String(header ?? '').split(',')) {
    const [, name, weight = '1'] = CODING.exec(each.toLowerCase()) ?? [];
    if (name === coding) return Number(weight);
    if (name === '*') any = Number(weight);
  }
  return any;
}

const acceptsGzip = (header: string | string[] | undefined): boolean => weightOf('gzip', header) > 0;

/** Of the two that browsers take: Brotli, unless gzip is preferred. */
export function preferredCoding(header: string | string[] | undefined): 'br' | 'gzip' | undefined {
  const [br, gzip] = [weightOf('br', header), weightOf('gzip', header)];
  if (br > 0 && br >= gzip) return 'br';
  return gzip > 0 ? 'gzip' : undefined;
}

/** In place of the server's address: no JSON text has it. */
const ADDRESS = '\0';

/**
 * The `ETag` that an answer goes out with: of its content, whatever address of the server the client uses.
 * @param base address of the server, which URLs in the answer begin with
 */
export function tagOf({ headers, made, text = '' }: JsonResponse, base: string): string {
  const known = headers['ETag'] ?? made?.tag;
  if (known !== undefined) return known;
  const hash = createHash('sha1').update(text.replaceAll(base, ADDRESS)).digest('base64url');
  const tag = `W/"${hash}"`;
  if (made) made.tag = tag;
  return tag;
}

/** Whether an `If-None-Match` or `If-Match` names the tag; all tags are weak, because an answer may be compressed. */
export function namesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  const bare = tag.replace(/^W\//, '');
  return header.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === bare);
}
