import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { ApiRequest, ApiResponse } from './request.js';
import { namesTag, preferredCoding } from './json-response.js';

const gzipped = promisify(gzip);
const brotlied = promisify(brotliCompress);

/** Bytes that an operation answers beside JSON: a page, a script, a picture. Compressed forms are made once, when asked for. */
export class Content {
  private readonly coded = new Map<string, Promise<Buffer>>();
  readonly tag: string;

  constructor(
    readonly bytes: Buffer,
    readonly mediaType: string,
    /** without one, that of the bytes */
    tag?: string,
  ) {
    this.tag = tag ?? `W/"${createHash('sha1').update(bytes).digest('base64url')}"`;
  }

  get isText(): boolean {
    return /^text\/|json|javascript|xml/.test(this.mediaType);
  }

  in(coding: 'br' | 'gzip'): Promise<Buffer> {
    let coded = this.coded.get(coding);
    if (!coded) this.coded.set(coding, (coded = coding === 'br' ? inBrotli(this.bytes) : gzipped(this.bytes)));
    return coded;
  }
}

/** Half of the best quality takes a tenth of its time, and a twentieth more bytes. */
const inBrotli = (bytes: Buffer): Promise<Buffer> =>
  brotlied(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });

const COMPRESSED_FROM = 1024;

/** Content as the answer of an operation, with headers of its own. */
export class ContentResponse {
  constructor(
    private readonly content: Content,
    private readonly headers: Readonly<Record<string, string>>,
    private readonly status = 200,
  ) {}

  send(request: ApiRequest, response: ApiResponse): void {
    this.write(request, response).catch(() => response.destroy());
  }

  private async write(request: ApiRequest, response: ApiResponse): Promise<void> {
    const { content, headers, status } = this;
    const isCoded = content.isText && content.bytes.length > COMPRESSED_FROM;
    const vary = [headers['Vary'], isCoded && 'Accept-Encoding'].filter(Boolean).join(', ');
    response.setHeaders(new Map(Object.entries({ ...headers, ...(vary && { Vary: vary }) })));
    if (status === 200) {
      response.setHeader('ETag', content.tag);
      if (namesTag(request.headers['if-none-match'], content.tag)) return void response.writeHead(304).end();
    }
    const coding = isCoded ? preferredCoding(request.headers['accept-encoding']) : undefined;
    const bytes = coding ? await content.in(coding) : content.bytes;
    if (coding) response.setHeader('Content-Encoding', coding);
    response.setHeader('Content-Type', content.mediaType);
    response.setHeader('Content-Length', bytes.length);
    response.writeHead(status).end(bytes);
  }
}
