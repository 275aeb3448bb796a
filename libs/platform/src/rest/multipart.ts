import { createHash, type Hash } from 'node:crypto';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { type FieldErrors, malformed } from '../core/errors.js';
import { MiB } from '../core/sizes.js';
import { Upload } from '../files/upload.js';
import * as body from './body.js';
import { type BodyReader, chunksOf, JSON_LIMIT, type ParsedBody, tooLarge } from './body.js';
import type { Dto, Variants } from './fields.js';
import { failureOf, parserOf } from './form-parser.js';
import type { JsonReader } from './json-body.js';
import { PartHeaders, partName } from './part-headers.js';
import type { RequestFingerprint } from './request-fingerprint.js';
import type { ApiRequest } from './request.js';
import type { JsonSchema } from '../core/json-schema.js';

/** Reads one file. */
export interface FileReader<T = unknown> {
  /** Called with the bytes as they arrive. */
  onChunk?(chunk: Buffer): void;
  /** Reads the complete file. @returns the value for the command, or an error message: `must be ...` */
  read(upload: Upload): Promise<{ value: T } | { error: string | readonly string[] }>;
}

/** A kind of file in a form part. A kind that reads bytes as they arrive creates a reader per file. */
export type FileKind<T = unknown> = {
  /** maximum size in bytes */
  readonly limit: number;
  /** for the OpenAPI document */
  readonly mediaTypes: readonly string[];
  /** a file that the explorer sends */
  readonly sample?: { name: string; content: string };
} & (FileReader<T> | { begin(): FileReader<T> });

interface FormOptions {
  /** file parts by name: `view_image` becomes the property `viewImage` */
  files: Record<string, FileKind>;
  /** names of required file parts */
  required?: readonly string[];
  /** whether the fields of `data` may also be sent as parts of their own; arrays repeat `name` or `name[]` */
  flat?: boolean;
}

/** A JSON object, or a form with that object in the part `data` and files in other parts. */
export const multipart = (data: JsonReader, files: Record<string, FileKind>): BodyReader =>
  new FormBody(data, { files }, true);

/** A form, never plain JSON. */
export const form = (data: JsonReader | undefined, options: FormOptions): BodyReader =>
  new FormBody(data, options, false);

const DATA = 'data';
const FORM = 'multipart/form-data';
const JSON_TYPE = 'application/json';

class FormBody implements BodyReader {
  readonly optional = false;
  private readonly limit: number;

  constructor(
    private readonly data: JsonReader | undefined,
    private readonly options: FormOptions,
    private readonly orJson: boolean,
  ) {
    const files = Object.values(options.files).reduce((sum, { limit }) => sum + limit, 0);
    this.limit = files + JSON_LIMIT + MiB;
  }

  ignoring(resource: Dto | Variants): BodyReader {
    return new FormBody(this.data?.ignoring(resource), this.options, this.orJson);
  }

  content(): Record<string, body.MediaType> {
    const json = this.data?.content()[JSON_TYPE];
    const ofData = this.options.flat ? (this.data?.schema['required'] as string[] | undefined) : json && [DATA];
    const required = [...(ofData ?? []), ...(this.options.required ?? [])];
    const fields = this.options.flat ? (this.data?.schema['properties'] as object) : json && { [DATA]: json.schema };
    const files = Object.entries(this.options.files).map(([name, { sample }]) => [
      name,
      { type: 'string', format: 'binary', ...(sample && { 'x-sample': sample, example: sample.content }) },
    ]);
    const types = Object.entries(this.options.files).map(([name, { mediaTypes }]) => [
      name,
      { contentType: mediaTypes.join(', ') },
    ]);
    const example = this.data?.schema['example'];
    const shape: body.MediaType = {
      schema: { type: 'object', properties: { ...fields, ...Object.fromEntries(files) }, required },
      encoding: {
        ...(json && !this.options.flat && { [DATA]: { contentType: JSON_TYPE } }),
        ...Object.fromEntries(types),
      },
      ...(example !== undefined && { example: this.options.flat ? example : { [DATA]: example } }),
    };
    return { ...(this.orJson && json && { [JSON_TYPE]: json }), [FORM]: shape };
  }

  components(): Record<string, JsonSchema> {
    return this.options.flat ? {} : (this.data?.components() ?? {});
  }

  async read(request: ApiRequest): Promise<ParsedBody> {
    body.requireMediaType(request, ...(this.orJson ? [JSON_TYPE, FORM] : [FORM]));
    const isForm = /^\s*multipart\//i.test(request.headers['content-type'] ?? '');
    if (!isForm && this.orJson && this.data) return this.data.read(request);
    const parts = new Form(this.options.files);
    await parts.receive(request, this.limit);
    // The command may use the uploads themselves, so they stay open until the response is closed.
    if (request.res!.closed) await parts.close();
    else request.res!.once('close', () => void parts.close());
    return this.assemble(parts);
  }

  /** Collects all errors: of the object, of the files, and of unknown parts. */
  private async assemble(parts: Form): Promise<ParsedBody> {
    const object = this.objectOf(parts);
    const parsed: ParsedBody = this.data && object ? await this.data.validate(object.value) : { value: {} };
    if (this.data && !object && parts.data === undefined) parts.error(DATA, 'is required');
    for (const name of this.options.required ?? []) if (!parts.uploads.has(name)) parts.error(name, 'is required');
    const files: Record<string, unknown> = {};
    for (const [name, { upload, reader }] of parts.uploads) {
      const file = await reader.read(upload);
      if ('error' in file) for (const error of [file.error].flat()) parts.error(name, error);
      else if (hasField(object?.value, name)) parts.error(name, 'is sent as a file and named in the data at once');
      else files[camelCase(name)] = file.value;
    }
    return {
      value: parsed.value && Object.assign(parsed.value, files),
      errors: parts.errorsWith(parsed.errors),
      faultCount: (parsed.faultCount ?? 0) + parts.faultCount,
    };
  }

  /** The object in `data`, or built from the parts. @throws Problem 400 */
  private objectOf(parts: Form): { value: unknown } | undefined {
    if (this.options.flat && !parts.data) return { value: parts.object(this.data?.schema['properties'] as Properties) };
    parts.rejectTexts();
    return parts.data && { value: body.parseJson(parts.data) };
  }
}

interface Received {
  upload: Upload;
  reader: FileReader;
  hash: Hash | undefined;
}

/** The received parts of a form. */
class Form {
  faultCount = 0;
  readonly uploads = new Map<string, Received>();
  private hashes = false;
  data: Buffer | undefined;
  private readonly texts = new Map<string, string[]>();
  private readonly errors: FieldErrors = Object.create(null) as FieldErrors; // a part may be called __proto__

  constructor(private readonly kinds: Record<string, FileKind>) {}

  /** @throws Problem 413, 415 or 400 */
  async receive(request: ApiRequest, limit: number): Promise<void> {
    const parser = parserOf(request);
    const failure = failureOf(parser);
    const headers = new PartHeaders(request.headers['content-type'] ?? '');
    let received = 0;
    const files: Promise<void>[] = [];
    parser.on('file', (name, stream, { filename }) => {
      received += 1;
      stream.on('error', () => undefined); // the parser reports its own failure
      files.push(
        this.receiveFile(name as string | undefined, stream, filename as string | undefined).catch(failure.fail),
      );
    });
    parser.on('field', (name, value, { valueTruncated }) => {
      received += 1;
      if (valueTruncated) failure.fail(tooLarge(JSON_LIMIT));
      else if (value.includes('\uFFFD')) failure.fail(malformed('malformed_multipart', 'A part is not text in UTF-8'));
      else this.takeText(name as string | undefined, value);
    });
    const { fingerprint } = request;
    this.hashes = fingerprint !== undefined;
    request.fingerprint = undefined; // the boundary of a form differs on each attempt
    try {
      for await (const chunk of chunksOf(request, limit, body.UPLOAD_MS)) {
        headers.update(chunk);
        failure.check();
        if (!parser.write(chunk))
          await Promise.race([once(parser, 'drain').catch(() => failure.happened), failure.happened]);
      }
      parser.end();
      await Promise.race([finished(parser).catch(() => failure.happened), failure.happened]);
      await Promise.race([Promise.all(files), failure.happened]);
      failure.check();
      headers.end(received);
      if (fingerprint) this.addTo((request.fingerprint = fingerprint));
    } catch (error) {
      parser.destroy();
      await Promise.allSettled(files);
      await this.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    for (const { upload } of this.uploads.values()) await upload.close();
  }

  private addTo(fingerprint: RequestFingerprint): void {
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
      if (arrays.has(name)) object[name] = [...((object[name] as string[] | undefined) ?? []), ...values];
      else if (values.length > 1) this.error(part, 'may be given once');
      else object[name] = flags.has(name) ? flagOf(values[0]!) : values[0];
    }
    return object;
  }

  rejectTexts(): void {
    for (const part of this.texts.keys()) this.error(part, 'is not a known part');
  }

  private async receiveFile(name = '', stream: Readable, filename: string | undefined): Promise<void> {
    if (name === DATA) return this.takeData(await bytesOf(stream));
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
    if (!isField) this.error(name, 'may be given once');
  }

  private takeText(name = '', value: string): void {
    if (name === DATA) return this.takeData(Buffer.from(value));
    if (Object.hasOwn(this.kinds, name)) {
      if (value !== '') this.error(name, 'must be a file');
      return;
    }
    this.texts.set(name, [...(this.texts.get(name) ?? []), value]);
  }

  private takeData(bytes: Buffer): void {
    if (this.data) this.error(DATA, 'may be given once');
    this.data = bytes;
  }

  error(part: string, text: string): void {
    const name = partName(part);
    this.errors[name] = [...(this.errors[name] ?? []), part === '' ? 'has a part without a name' : text];
    this.faultCount += 1;
  }

  /** Appends the errors of the parts to those of the data. */
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
    if (length > JSON_LIMIT) throw tooLarge(JSON_LIMIT);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

type Properties = Record<string, JsonSchema> | undefined;

const ofType = (properties: NonNullable<Properties>, type: string): ReadonlySet<string> =>
  new Set(Object.keys(properties).filter((name) => [properties[name]!['type']].flat().includes(type)));

/** Other texts are kept, so that validation rejects them. */
const flagOf = (text: string): unknown => (text === 'true' ? true : text === 'false' ? false : text);

const hasField = (value: unknown, name: string): boolean =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name);

const camelCase = (name: string): string => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
