import { type FieldErrors, malformed, Problem } from '../../core/model/errors.js';
import { MiB } from '../../core/settings/sizes.js';
import type { Database } from '../../persistence/connection/database.js';
import type { Dto, Variants } from '../schema/fields.js';
import type { ApiRequest } from '../responses/request.js';
import type { JsonSchema } from '../../core/validation/json-schema.js';

export const MAX_JSON_BYTES = 10 * MiB;
const MAX_JSON_DEPTH = 32;

export interface MediaType {
  schema: JsonSchema;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
  encoding?: Record<string, { contentType: string }>;
}

export interface BodyContext {
  /** the ids in the path: `assetId` of `:asset` */
  ids: Readonly<Record<string, string>>;
  /** the valid parameters of the query */
  query: Record<string, unknown>;
  database: Database;
}

/** Fields with ids of the path: `asset_id` and `assetId`. */
export type PathFields = Readonly<Record<string, string>>;

export type Texts = Readonly<Record<string, string>>;

/** The errors of a body's content, to be reported together with those of the query. */
interface BodyErrors {
  errors?: FieldErrors;
  faultCount?: number;
}

/** A parsed body; or a stream, which the handler reads, and reports the errors of. */
export interface ParsedBody<T = unknown> extends BodyErrors {
  value: T;
  /** the text fields of an invalid JSON body by property, or of each item of a batch; their ids may be unknown as well */
  texts?: Texts | Texts[];
  /** Reads a stream before the handler does, where its fingerprint or its errors are needed. @throws Problem 413, 400 */
  complete?(): Promise<BodyErrors>;
}

/** Reads the body of an operation, after key, permission, flag and path have been checked. */
export interface BodyReader<T = unknown> {
  /** schema and example by media type, for the OpenAPI document */
  content(): Record<string, MediaType>;
  /** named schemas that `content` refers to */
  components(): Record<string, JsonSchema>;
  /** whether the body may be absent */
  readonly optional: boolean;
  /** A reader that also accepts the ids of the path, if they agree. @param inPath property of each in the ids of the request, by name */
  within?(inPath: PathFields): BodyReader;
  /** A reader that also accepts, and ignores, the read-only fields of the returned resource. */
  ignoring?(resource: Dto | Variants): BodyReader;
  /** @throws Problem 415, 413, 400 */
  read(request: ApiRequest, context: BodyContext): Promise<ParsedBody<T>>;
}

/** Checks the media type, charset and coding; a missing `Content-Type` means the first type. @throws Problem 415 */
export function requireMediaType(request: ApiRequest, ...types: string[]): void {
  const coding = request.headers['content-encoding'];
  const sent = request.headers['content-type'];
  const [type, ...parameters] = (sent ?? types[0]!).toLowerCase().split(';');
  const charset = /^\s*charset\s*=\s*"?([^"\s]*)"?\s*$/;
  const encodings = parameters.flatMap((parameter) => charset.exec(parameter)?.[1] ?? []);
  const readable = encodings.every((name) => ['utf-8', 'utf8', 'us-ascii'].includes(name));
  if (types.includes(type!.trim()) && readable && (coding ?? 'identity').toLowerCase() === 'identity') return;
  throw new Problem('unsupported_type', 'unsupported_media_type', `Send ${types.join(' or ')} in UTF-8, uncompressed`);
}

export const tooLarge = (bytes: number) =>
  new Problem('too_large', 'body_too_large', `The body must not exceed ${bytes / MiB} MiB`);

/** Milliseconds within which a body must arrive (docs/contract/decisions.md, 3). */
const BODY_MS = 60_000;
export const UPLOAD_MS = 120_000;

/** Yields the chunks of a body, within the limits of size and time. Sends `100 Continue` first if the client waits for it. */
export async function* chunksOf(request: ApiRequest, limit: number, within = BODY_MS): AsyncGenerator<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  request.sendContinue?.();
  const chunks = request.iterator({ destroyOnReturn: false })[Symbol.asyncIterator](); // the connection is still needed for the response
  const clock = deadline(within);
  let length = 0;
  try {
    for (;;) {
      const { done, value } = (await clock.limit(chunks.next())) as IteratorResult<Buffer>;
      if (done) return;
      length += value.length;
      if (length > limit) throw tooLarge(limit);
      request.fingerprint?.update(value);
      yield value;
    }
  } finally {
    clock.stop();
  }
}

/**
 * Limits the time of all steps of a read together. Each step has a promise of its own: a race with one promise for all of them would keep
 * the result of every step, the chunks of the whole body, until the read ends.
 */
function deadline(within: number): { limit<T>(step: Promise<T>): Promise<T>; stop(): void } {
  const late = new Problem('timeout', 'request_timeout', 'The request took too long');
  let hasPassed = false;
  let interrupt: (reason: Problem) => void = () => undefined;
  const timer = setTimeout(() => {
    hasPassed = true;
    interrupt(late);
  }, within);
  const limit = <T>(step: Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      interrupt = reject;
      if (hasPassed) reject(late);
      step.then(resolve, reject);
    });
  return { limit, stop: () => clearTimeout(timer) };
}

export async function readBytes(request: ApiRequest, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of chunksOf(request, limit)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const notJson = () => malformed('malformed_json', 'The body is not valid JSON in UTF-8');

/** @throws Problem 400, which never quotes the body */
export function parseJson(bytes: Buffer): unknown {
  if (deeperThan(bytes, MAX_JSON_DEPTH))
    throw malformed('nested_too_deep', `The body is nested deeper than ${MAX_JSON_DEPTH} levels`);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw notJson();
  }
}

const QUOTE = 34, BACKSLASH = 92, OPEN_ARRAY = 91, CLOSE_ARRAY = 93, OPEN_OBJECT = 123, CLOSE_OBJECT = 125; // oxfmt-ignore

function deeperThan(bytes: Buffer, max: number): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (inString) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      if (++depth > max) return true;
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth--;
  }
  return false;
}
