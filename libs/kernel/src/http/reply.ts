import { createHash } from 'node:crypto';
import { gzip } from 'node:zlib';
import type { ApiRequest, ApiResponse } from './request.js';

/** An answer that is JSON text already, as it comes from the database. */
export class Reply {
  constructor(
    readonly text: string | undefined,
    readonly status?: number,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}

  with(headers: Record<string, string>): Reply {
    return new Reply(this.text, this.status, { ...this.headers, ...headers });
  }

  static json(value: unknown, status?: number): Reply {
    return new Reply(JSON.stringify(value), status);
  }
}

export function sendReply(request: ApiRequest, response: ApiResponse, reply: Reply, status: number): void {
  for (const name in reply.headers) response.setHeader(name, reply.headers[name]!);
  send(request, response, reply.status ?? status, reply.text);
}

const COMPRESSED_FROM = 1024;

/** Writes an answer: ETag and 304 for reads, gzip when accepted, a charset always. */
export function send(request: ApiRequest, response: ApiResponse, status: number, text: string | undefined): void {
  if (text === undefined) {
    response.writeHead(status).end();
    return;
  }
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Cache-Control', 'private, no-cache');
  if (status === 200 && (request.method === 'GET' || request.method === 'HEAD')) {
    const tag = `W/"${createHash('sha1').update(text).digest('base64url')}"`;
    response.setHeader('ETag', tag);
    if (namesTag(request.headers['if-none-match'], tag)) {
      response.writeHead(304).end();
      return;
    }
  }
  if (text.length > COMPRESSED_FROM) {
    response.setHeader('Vary', 'Accept-Encoding');
    if (acceptsGzip(request.headers['accept-encoding'])) return zip(response, status, text);
  }
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.writeHead(status).end(text); // as a string: Node writes it together with the headers, in one system call
}

function zip(response: ApiResponse, status: number, text: string): void {
  gzip(text, { level: 3 }, (fault, body) => {
    if (fault) return void response.destroy(fault);
    response.setHeader('Content-Encoding', 'gzip');
    response.setHeader('Content-Length', body.length);
    response.writeHead(status).end(body);
  });
}

function acceptsGzip(header: string | string[] | undefined): boolean {
  return String(header ?? '')
    .split(',')
    .some((coding) => /^\s*(gzip|\*)\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(coding));
}

/** Whether an `If-None-Match` names the tag. */
export function namesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  const bare = tag.replace(/^W\//, '');
  return header.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === bare);
}
