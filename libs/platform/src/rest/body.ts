import { type FieldErrors, malformed, Problem } from '../core/errors.js';
import { MiB } from '../core/sizes.js';
import type { Database } from '../persistence/database.js';
import type { UnitOfWork } from '../persistence/unit-of-work.js';
import type { Dto, Variants } from './fields.js';
import type { ApiRequest } from './request.js';
import type { JsonSchema } from '../core/json-schema.js';

export const JSON_LIMIT = 10 * MiB;
export const DEPTH = 32;

export interface MediaType {
  schema: JsonSchema;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
  /** of the parts of a form */
  encoding?: Record<string, { contentType: string }>;
}

/** What a reader may use beside the request. */
export interface BodyContext {
  /** the ids in the path: `assetId` of `:asset` */
  ids: Readonly<Record<string, string>>;
  /** what is valid of it */
  query: Record<string, unknown>;
  database: Database;
  work: UnitOfWork;
}

/** What a body holds; faults of the content stand beside it, so that all can be told at once. */
export interface ParsedBody<T = unknown> {
  value: T;
  faults?: FieldErrors;
  faultCount?: number;
}

/** How an operation takes its body. Nothing is read before key, permission, flag and path hold. */
export interface BodyReader<T = unknown> {
  /** media types for the documentation, each with its schema */
  content(): Record<string, MediaType>;
  /** schemas that `content` refers to, by name */
  components(): Record<string, JsonSchema>;
  /** whether the request may come without one */
  readonly optional: boolean;
  /** The same for an operation that answers with a resource, whose fields may be sent back. */
  ignoring?(resource: Dto | Variants): BodyReader;
  /** @throws Problem 415, 413, 400 */
  read(request: ApiRequest, context: BodyContext): Promise<ParsedBody<T>>;
}

/** Whether the request brings any body at all. */
export function hasBody(request: ApiRequest): boolean {
  if (request.headers['transfer-encoding'] !== undefined) return true;
  return Number(request.headers['content-length'] ?? 0) > 0;
}

/** A body without a `Content-Type` is taken as the operation's own type. */
export function requireMediaType(request: ApiRequest, ...types: string[]): void {
  const coding = request.headers['content-encoding'];
  const sent = request.headers['content-type'];
  const [type, ...parameters] = (sent ?? types[0]!).toLowerCase().split(';');
  const charset = /^\s*charset\s*=\s*"?([^"\s]*)"?\s*$/;
  const encodings = parameters.flatMap((parameter) => charset.exec(parameter)?.[1] ?? []);
  const readable = encodings.every((name) => ['utf-8', 'utf8', 'us-ascii'].includes(name));
  if (types.includes(type!.trim()) && readable && (coding === undefined || coding === 'identity')) return;
  throw new Problem('unsupported_type', 'unsupported_media_type', `Send ${types.join(' or ')} in UTF-8, uncompressed`);
}

export const tooLarge = (bytes: number) =>
  new Problem('too_large', 'body_too_large', `The body may have at most ${bytes / MiB} MiB`);

/** How long a body may take to arrive, in milliseconds (decisions, section 3). */
export const BODY_MS = 60_000;
export const UPLOAD_MS = 120_000;

/** The chunks of a body as they arrive, cut off at the limits. Only now is a client told to send that asked before. */
export async function* chunksOf(request: ApiRequest, limit: number, within = BODY_MS): AsyncGenerator<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  request.sendContinue?.();
  const chunks = request.iterator({ destroyOnReturn: false })[Symbol.asyncIterator](); // an answer must still go out
  const clock = deadline(within);
  let length = 0;
  try {
    for (;;) {
      const { done, value } = (await Promise.race([chunks.next(), clock.passed])) as IteratorResult<Buffer>;
      if (done) return;
      length += value.length;
      if (length > limit) throw tooLarge(limit);
      request.print?.update(value);
      yield value;
    }
  } finally {
    clock.stop();
  }
}

function deadline(within: number): { passed: Promise<never>; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Problem('timeout', 'request_timeout', 'The request took too long')), within);
  });
  passed.catch(() => undefined); // it may pass while nobody waits for it
  return { passed, stop: () => clearTimeout(timer) };
}

export async function readBytes(request: ApiRequest, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of chunksOf(request, limit)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const notJson = () => malformed('malformed_json', 'The body is not valid JSON in UTF-8');

/** @throws Problem 400, which never quotes the body */
export function parseJson(bytes: Buffer): unknown {
  if (deeperThan(bytes, DEPTH)) throw malformed('nested_too_deep', `The body is nested deeper than ${DEPTH} levels`);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw notJson();
  }
}

const QUOTE = 34, BACKSLASH = 92, OPEN_ARRAY = 91, CLOSE_ARRAY = 93, OPEN_OBJECT = 123, CLOSE_OBJECT = 125; // prettier-ignore

function deeperThan(bytes: Buffer, most: number): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (inString) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      if (++depth > most) return true;
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth--;
  }
  return false;
}
