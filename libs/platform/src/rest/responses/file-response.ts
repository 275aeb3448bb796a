import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Logger } from '@nestjs/common';
import { notFound, Problem, unavailable } from '../../core/model/errors.js';
import type { ByteRange, FileStore } from '../../files/file-store.js';
import { acceptsGzip, COMPRESSION_THRESHOLD, GZIP, matchesETag } from './json-response.js';
import { CustomResponse } from './custom-response.js';
import { sendProblem } from './problem.filter.js';
import type { ApiRequest, ApiResponse } from './request.js';

const logger = new Logger('Files');

/** A stored file or a range of it as a response. */
export class FileResponse extends CustomResponse {
  constructor(
    private readonly store: FileStore,
    private readonly name: string,
    private readonly mediaType: string,
    /** besides the common ones */
    private readonly headers: Readonly<Record<string, string>>,
  ) {
    super();
  }

  /** A file to download rather than display; the operation controls access. @param clientName file name of the download */
  static download(store: FileStore, name: string, mediaType: string, clientName: string): FileResponse {
    return new FileResponse(store, name, mediaType, {
      'Content-Disposition': disposition(clientName),
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cache-Control': 'private, no-cache',
    });
  }

  send(request: ApiRequest, response: ApiResponse): void {
    this.write(request, response).catch((error: unknown) => {
      if (response.headersSent) return void response.destroy(); // the client disconnected, or the store failed
      for (const name of ['ETag', 'Accept-Ranges', 'Content-Disposition', 'Content-Security-Policy'])
        response.removeHeader(name);
      sendProblem(request, response, problemOf(error));
    });
  }

  /** @throws Problem 404, 416; errors of the store */
  private async write(request: ApiRequest, response: ApiResponse): Promise<void> {
    const { store, name, mediaType, headers } = this;
    const size = await store.size(name);
    if (size === undefined) throw notFound('File');
    const tag = `"${name.replace('private-', '').slice(0, 32)}"`;
    response.setHeader('ETag', tag);
    response.setHeaders(new Map(Object.entries({ ...headers, 'Accept-Ranges': 'bytes' })));
    const isCompressible = IS_TEXT.test(mediaType) && size > COMPRESSION_THRESHOLD;
    if (isCompressible) response.setHeader('Vary', 'Accept-Encoding');
    if (matchesETag(request.headers['if-none-match'], tag)) return void response.writeHead(304).end();
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
}

/** Drawings, compiled maps and GeoJSON. Downloads keep their length, so that they can be resumed. */
const IS_TEXT = /[/+](json|xml)$/;

const BEYOND = 'range_not_satisfiable';

const RANGE = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i;

/** A single byte range (RFC 9110, 14.1.2); several or malformed ranges get the whole file. @throws Problem 416 */
function rangeOf({ method, headers }: ApiRequest, size: number, tag: string): ByteRange | undefined {
  const isStale = headers['if-range'] !== undefined && headers['if-range'] !== tag;
  const [, first = '', last = ''] = RANGE.exec(headers.range ?? '') ?? [];
  if (method !== 'GET' || isStale || first + last === '') return undefined;
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  const from = first === '' ? Math.max(size - Number(last), 0) : Number(first);
  if (from < size) return { from, to: first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1) };
  throw new Problem(BEYOND, BEYOND, 'The range is beyond the end of the file').with({
    'Content-Range': `bytes */${size}`,
  });
}

function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  logger.error({ text: String(error) }, 'A file could not be read');
  return unavailable('Files cannot be read at the moment');
}

/** RFC 6266: an ASCII fallback, and the full name in UTF-8. */
function disposition(clientName: string): string {
  const name = clientName.replace(/[/\\\p{Cc}]/gu, '_').toWellFormed();
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${name.replace(/[^\x20-\x7e]|["%]/g, '_')}"; filename*=UTF-8''${encoded}`;
}
