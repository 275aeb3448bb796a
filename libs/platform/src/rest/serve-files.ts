import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Logger } from '@nestjs/common';
import type { RequestHandler } from 'express';
import { methodNotAllowed, notFound, Problem, unavailable } from '../core/errors.js';
import { sendProblem } from './problem.filter.js';
import { acceptsGzip, COMPRESSED_FROM, GZIP, namesTag } from './json-response.js';
import type { ApiRequest, ApiResponse } from './request.js';
import { isPublicFile, mediaTypeOf } from '../files/file-content.js';
import type { ByteRange, FileStore } from '../files/file-store.js';

const logger = new Logger('Files');

/** Named as in the OpenAPI document. */
const OPERATION = { id: 'get-file', path: 'files/:name' };

/** `GET /files/{name}`: public and immutable. Mounted at `/files`. */
export function serveFiles(store: FileStore): RequestHandler {
  return (request, response) => {
    serve(store, request as ApiRequest, response).catch((error: unknown) =>
      rejectFile(request as ApiRequest, response, error),
    );
  };
}

async function serve(store: FileStore, request: ApiRequest, response: ApiResponse): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed(['GET', 'HEAD', 'OPTIONS']);
  request.operation = OPERATION;
  const name = request.path.slice(1);
  if (!isPublicFile(name)) throw notFound('File');
  await sendFile(store, request, response, { name, mediaType: mediaTypeOf(name), headers: publicHeaders(name) });
}

export interface SentFile {
  name: string;
  mediaType: string;
  /** besides the common ones */
  headers: Record<string, string>;
}

/** Sends a file or a range of it. @throws Problem 404, 416; errors of the store */
export async function sendFile(
  store: FileStore,
  request: ApiRequest,
  response: ApiResponse,
  { name, mediaType, headers }: SentFile,
): Promise<void> {
  const size = await store.size(name);
  if (size === undefined) throw notFound('File');
  const tag = `"${name.replace('private-', '').slice(0, 32)}"`;
  response.setHeader('ETag', tag);
  response.setHeaders(new Map(Object.entries({ ...headers, 'Accept-Ranges': 'bytes' })));
  const isCompressible = IS_TEXT.test(mediaType) && size > COMPRESSED_FROM;
  if (isCompressible) response.setHeader('Vary', 'Accept-Encoding');
  if (namesTag(request.headers['if-none-match'], tag)) return void response.writeHead(304).end();
  const range = rangeOf(request, size, tag);
  const bytes = request.method === 'GET' ? await store.read(name, range) : undefined;
  if (request.method === 'GET' && !bytes) throw notFound('File');
  response.setHeader('Content-Type', mediaType);
  const isZipped = isCompressible && !range && acceptsGzip(request.headers['accept-encoding']);
  if (isZipped) {
    response.setHeader('Content-Encoding', 'gzip');
    response.setHeader('ETag', `W/${tag}`); // not the same bytes, so no ranges of them
  } else response.setHeader('Content-Length', range ? range.to - range.from + 1 : size);
  if (range) response.setHeader('Content-Range', `bytes ${range.from}-${range.to}/${size}`);
  response.writeHead(range ? 206 : 200);
  if (!bytes) response.end();
  else if (isZipped) await pipeline(bytes, createGzip(GZIP), response);
  else await pipeline(bytes, response);
}

/** Drawings, compiled maps and GeoJSON. Downloads keep their length, so that they can be resumed. */
const IS_TEXT = /[/+](json|xml)$/;

/** Sends the error for a file that cannot be sent. */
export function rejectFile(request: ApiRequest, response: ApiResponse, error: unknown): void {
  if (response.headersSent) return void response.destroy(); // the client disconnected, or the store failed
  for (const name of ['ETag', 'Accept-Ranges', 'Content-Disposition', 'Content-Security-Policy'])
    response.removeHeader(name);
  sendProblem(request, response, problemOf(error));
}

function publicHeaders(name: string): Record<string, string> {
  return {
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    // An SVG opened directly is a page; it must not run or load anything.
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
    ...(mediaTypeOf(name) === 'application/octet-stream' && { 'Content-Disposition': 'attachment' }),
  };
}

/** A single byte range; several or malformed ranges get the whole file. */
function rangeOf(request: ApiRequest, size: number, tag: string): ByteRange | undefined {
  const stale = request.headers['if-range'] !== undefined && request.headers['if-range'] !== tag;
  if (request.method !== 'GET' || request.headers.range === undefined || stale) return undefined;
  const ranges = request.range(size);
  if (ranges === -1)
    throw new Problem('range_not_satisfiable', 'range_not_satisfiable', 'The range is beyond the end of the file').with(
      {
        'Content-Range': `bytes */${size}`,
      },
    );
  if (ranges === -2 || ranges === undefined || ranges.type !== 'bytes' || ranges.length !== 1) return undefined;
  return { from: ranges[0]!.start, to: ranges[0]!.end };
}

function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  logger.error({ text: String(error) }, 'A file could not be read');
  return unavailable('Files cannot be read at the moment');
}
