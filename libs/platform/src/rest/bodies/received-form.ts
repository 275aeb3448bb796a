import { createHash, type Hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { FieldErrors } from '../../core/model/errors.js';
import type { JsonSchema } from '../../core/validation/json-schema.js';
import { Upload } from '../../files/upload.js';
import { MAX_JSON_BYTES, tooLarge } from './body.js';
import { parseForm } from './form-parser.js';
import { partName } from './part-headers.js';
import type { ApiRequest } from '../responses/request.js';

export const DATA = 'data';

export interface FileReader<T = unknown> {
  onChunk?(chunk: Buffer): void;
  /** Reads the complete file. @returns the value for the command, or error messages, `must be ...`, and the number of further errors */
  read(upload: Upload): Promise<{ value: T } | { error: string | readonly string[]; unlisted?: number }>;
}

/** A kind of file in a form part. A kind that reads bytes as they arrive creates a reader per file. */
export type FileKind<T = unknown> = {
  /** maximum size in bytes */
  readonly limit: number;
  /** for the OpenAPI document */
  readonly mediaTypes: readonly string[];
  /** a file that the explorer sends; `content` is its text, or in base64 as `encoding` says */
  readonly sample?: { name: string; content: string; encoding?: 'base64' };
} & (FileReader<T> | { begin(): FileReader<T> });

interface Received {
  upload: Upload;
  reader: FileReader;
  hash: Hash | undefined;
}

/** The parts of a form as they arrive: files are stored, other parts are kept as text. */
export class ReceivedForm {
  faultCount = 0;
  readonly uploads = new Map<string, Received>();
  private hashes = false;
  data: Buffer | undefined;
  private readonly texts = new Map<string, string[]>();
  private readonly errors: FieldErrors = Object.create(null) as FieldErrors; // a part may be called __proto__

  constructor(private readonly kinds: Record<string, FileKind>) {}

  /** @throws Problem 413, 415 or 400 */
  async receive(request: ApiRequest, limit: number): Promise<void> {
    const { fingerprint } = request;
    this.hashes = fingerprint !== undefined;
    request.fingerprint = undefined; // the boundary of a form differs on each attempt
    try {
      await parseForm(request, limit, this);
      if (fingerprint) this.addTo((request.fingerprint = fingerprint));
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  async receiveFile(name: string, stream: Readable, filename: string | undefined): Promise<void> {
    if (name === DATA) return this.receiveData(await bytesOf(stream));
    const kind = Object.hasOwn(this.kinds, name) ? this.kinds[name] : undefined;
    if (!kind) {
      stream.resume();
      return this.error(name, 'is not a known part');
    }
    const reader = 'begin' in kind ? kind.begin() : kind;
    const hash = this.hashes ? createHash('sha256') : undefined;
    const upload = await Upload.receive(stream, filename ?? '', kind.limit, (chunk) => {
      reader.onChunk?.(chunk);
      hash?.update(chunk);
    });
    const isField = upload.size === 0 && !filename; // browsers send this when no file was chosen
    if (!isField && !this.uploads.has(name)) return void this.uploads.set(name, { upload, reader, hash });
    await upload.close();
    if (!isField) this.error(name, 'must be sent only once');
  }

  receiveText(name: string, value: string): void {
    if (name === DATA) return this.receiveData(Buffer.from(value));
    if (Object.hasOwn(this.kinds, name)) {
      if (value !== '') this.error(name, 'must be a file');
      return;
    }
    this.texts.set(name, [...(this.texts.get(name) ?? []), value]);
  }

  private receiveData(bytes: Buffer): void {
    if (this.data) this.error(DATA, 'must be sent only once');
    this.data = bytes;
  }

  async close(): Promise<void> {
    for (const { upload } of this.uploads.values()) await upload.close();
  }

  private addTo(fingerprint: Hash): void {
    const files = [...this.uploads].map(([name, { upload, hash }]) => [name, upload.clientName, hash?.digest('hex')]);
    fingerprint.update(JSON.stringify([this.data?.toString('base64'), [...this.texts], files]));
  }

  /** Builds an object from the text parts: arrays may span several parts, booleans are `true` or `false`. */
  object(properties: Properties = {}): Record<string, unknown> {
    const arrays = ofType(properties, 'array');
    const flags = ofType(properties, 'boolean');
    const object: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
    for (const [part, values] of this.texts) {
      const name = part.endsWith('[]') && arrays.has(part.slice(0, -2)) ? part.slice(0, -2) : part;
      if (values.length > 1 && !arrays.has(name)) this.error(part, 'must be sent only once');
      if (arrays.has(name)) object[name] = [...((object[name] as string[] | undefined) ?? []), ...values];
      else object[name] = flags.has(name) ? flagOf(values[0]!) : values[0];
    }
    return object;
  }

  /** Rejects the text parts, of which a form accepts at most `data`. */
  rejectTexts(hasData: boolean): void {
    const unknown = [...(this.data && !hasData ? [DATA] : []), ...this.texts.keys()];
    for (const part of unknown) this.error(part, 'is not a known part');
  }

  error(part: string, text: string): void {
    const name = partName(part);
    this.errors[name] = [...(this.errors[name] ?? []), part === '' ? 'has a part without a name' : text];
    this.faultCount += 1;
  }

  errorOfFile(part: string, { error, unlisted = 0 }: { error: string | readonly string[]; unlisted?: number }): void {
    for (const text of [error].flat()) this.error(part, text);
    this.faultCount += unlisted;
  }

  errorsWith(others: FieldErrors = {}): FieldErrors {
    for (const [path, texts] of Object.entries(others)) this.errors[path] = [...texts, ...(this.errors[path] ?? [])];
    return this.errors;
  }
}

async function bytesOf(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_JSON_BYTES) throw tooLarge(MAX_JSON_BYTES);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export type Properties = Record<string, JsonSchema> | undefined;

const ofType = (properties: NonNullable<Properties>, type: string): ReadonlySet<string> =>
  new Set(Object.keys(properties).filter((name) => [properties[name]!['type']].flat().includes(type)));

/** Other texts are kept, so that validation rejects them. */
const flagOf = (text: string): unknown => (text === 'true' ? true : text === 'false' ? false : text);
