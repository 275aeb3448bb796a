import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type ApiRequest, type ApiResponse, matchesETag, CustomResponse, preferredCoding } from '@app/platform/rest';

const gzipped = promisify(gzip);
const brotlied = promisify(brotliCompress);

/** Content other than JSON: a page, a script, an image. Compressed on demand, once per coding. */
export class Content {
  private readonly coded = new Map<string, Promise<Buffer>>();
  readonly tag: string;

  constructor(
    readonly bytes: Buffer,
    readonly mediaType: string,
    /** default: a hash of the bytes */
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

/** Measured: medium quality takes a tenth of the time of the best one, for five percent more bytes. */
const inBrotli = (bytes: Buffer): Promise<Buffer> =>
  brotlied(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });

const COMPRESSION_THRESHOLD = 1024;

/** A response with content other than JSON. */
export class ContentResponse extends CustomResponse {
  constructor(
    private readonly content: Content,
    private readonly headers: Readonly<Record<string, string>>,
    private readonly status = 200,
  ) {
    super();
  }

  send(request: ApiRequest, response: ApiResponse): void {
    this.write(request, response).catch(() => response.destroy());
  }

  private async write(request: ApiRequest, response: ApiResponse): Promise<void> {
    const { content, headers, status } = this;
    const isCoded = content.isText && content.bytes.length > COMPRESSION_THRESHOLD;
    const vary = [headers['Vary'], isCoded && 'Accept-Encoding'].filter(Boolean).join(', ');
    response.setHeaders(new Map(Object.entries({ ...headers, ...(vary && { Vary: vary }) })));
    if (status === 200) {
      response.setHeader('ETag', content.tag);
      if (matchesETag(request.headers['if-none-match'], content.tag)) return void response.writeHead(304).end();
    }
    const coding = isCoded ? preferredCoding(request.headers['accept-encoding']) : undefined;
    const bytes = coding ? await content.in(coding) : content.bytes;
    if (coding) response.setHeader('Content-Encoding', coding);
    response.setHeader('Content-Type', content.mediaType);
    response.setHeader('Content-Length', bytes.length);
    response.writeHead(status).end(bytes);
  }
}
