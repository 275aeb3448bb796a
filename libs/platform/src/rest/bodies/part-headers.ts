import { malformed, Problem } from '../../core/model/errors.js';

/** Charsets that the parser decodes correctly. */
const READABLE = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii', 'iso-8859-1', 'latin1']);
/** The parser's limit. */
const MAX_HEADER_BYTES = 16 * 1024;
const HEADER_END = '\r\n\r\n';

/**
 * Checks the headers of form parts alongside the parser, which silently drops a part with unreadable headers and decodes a text
 * as `base64` if its charset says so.
 */
export class PartHeaders {
  private count = 0;
  private readonly delimiter: string | undefined;
  private state: 'content' | 'headers' | 'end' = 'content';
  private rest = Buffer.from('\r\n'); // the body may start with the first delimiter

  constructor(contentType: string) {
    const [, quoted, plain] = /;\s*boundary\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(contentType) ?? [];
    const boundary = quoted?.replaceAll(/\\(.)/g, '$1') ?? plain;
    if (boundary === undefined) this.state = 'end';
    else this.delimiter = `\r\n--${boundary}`;
  }

  /** @throws Problem 415 */
  update(chunk: Buffer): void {
    if (this.state === 'end') return;
    this.rest = Buffer.concat([this.rest, chunk]);
    while (this.state === 'headers' ? this.passHeaders() : this.passContent());
  }

  /** @param received number of parts from the parser @throws Problem 400 */
  end(received: number): void {
    if (this.count > received)
      throw malformed('malformed_multipart', 'A part has no Content-Disposition of form-data that can be read');
  }

  /** @returns whether to continue with the buffered bytes */
  private passContent(): boolean {
    const at = this.rest.indexOf(this.delimiter!, 0, 'latin1');
    if (at < 0) return this.wait(Math.max(0, this.rest.length - this.delimiter!.length + 1));
    const after = at + this.delimiter!.length;
    if (this.rest.length < after + 2) return this.wait(at);
    const next = this.rest.toString('latin1', after, after + 2);
    if (next === '\r\n') this.state = 'headers';
    if (next === '--') this.state = 'end';
    this.rest = this.rest.subarray(after);
    return this.state !== 'end';
  }

  private passHeaders(): boolean {
    const at = this.rest.indexOf(HEADER_END);
    if (at < 0) {
      if (this.rest.length > MAX_HEADER_BYTES) this.state = 'end'; // the parser rejects it
      return false;
    }
    this.state = 'content';
    this.count += 1;
    requireReadable(this.rest.toString('utf8', 0, at));
    this.rest = this.rest.subarray(at + 2); // a delimiter may follow immediately
    return true;
  }

  private wait(from: number): false {
    this.rest = this.rest.subarray(from);
    return false;
  }
}

function requireReadable(headers: string): void {
  const disposition = /^content-disposition:(.*)$/im.exec(headers)?.[1] ?? '';
  const parameters = disposition.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""'); // ignores quoted text
  const type = /^content-type:(.*)$/im.exec(headers)?.[1] ?? '';
  const isFile = /;\s*filename\*?\s*=/i.test(parameters) || /^\s*application\/octet-stream/i.test(type);
  const ofText = isFile ? undefined : /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(type)?.[1];
  const ofParameters = [...parameters.matchAll(/;\s*[\w-]+\*\s*=\s*([^';]*)'/g)].map(([, charset]) => charset);
  const charsets = [ofText, ...ofParameters].filter((charset) => charset !== undefined);
  if (charsets.every((charset) => READABLE.has(charset.toLowerCase()))) return;
  const [, quoted, plain] = /;\s*name\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition) ?? [];
  throw unknownCharset(quoted?.replaceAll(/\\(.)/g, '$1') ?? plain);
}

/** The part name, cleaned for an error message. */
export const partName = (sent = ''): string => sent.toWellFormed().replaceAll('\0', '').slice(0, 255) || 'body';

function unknownCharset(part: string | undefined): Problem {
  const name = partName(part);
  const problem = new Problem('unsupported_type', 'unsupported_charset', `Send the part ${name} in UTF-8`);
  problem.fields = { [name]: ['must be text in UTF-8'] };
  problem.faultCount = 1;
  return problem;
}
