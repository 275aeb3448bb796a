import type { Scope } from './path-scope.js';
import { type FieldErrors, malformed, Problem } from '../core/errors.js';
import { MiB } from '../core/sizes.js';
import type { Database } from '../persistence/database.js';
import type { UnitOfWork } from '../persistence/unit-of-work.js';
import { bodySchema, type Dto, oneOfSchemas, schemaName, toModel, type Variants } from './fields.js';
import type { ApiRequest } from './request.js';
import { type Check, compile, type JsonSchema } from './schema.js';

export const JSON_LIMIT = 10 * MiB;
export const DEPTH = 32;
/** Items in a `data` array (decisions, section 3). */
export const BATCH = 5_000;

export interface MediaType {
  schema: JsonSchema;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
  /** of the parts of a form */
  encoding?: Record<string, { contentType: string }>;
}

/** What a reader may use beside the request. */
export interface Asked {
  scope: Scope;
  /** what is valid of it */
  query: Record<string, unknown>;
  database: Database;
  work: UnitOfWork;
}

/** How an operation takes its body. Nothing is read before key, permission, flag and path hold. */
export interface BodyReader<T = unknown> {
  /** media types for the documentation, each with its schema */
  content(): Record<string, MediaType>;
  /** schemas that `content` refers to, by name */
  components(): Record<string, JsonSchema>;
  /** whether the request may come without one */
  readonly optional: boolean;
  /** @throws Problem 415, 413, 400; faults of the content are returned beside the value, so that all can be told at once */
  read(request: ApiRequest, asked: Asked): Promise<{ value: T; faults?: FieldErrors; faultCount?: number }>;
}

/** The JSON object that creates a resource. */
export const create = (dto: Dto): JsonReader => new JsonBody(dto, 'create');
/** The JSON object that changes a resource; its ids must equal those of the path. */
export const update = (dto: Dto): JsonReader => new JsonBody(dto, 'update');
/** `{"data": [...]}` of such objects. */
export const batch = (dto: Dto, kind: 'create' | 'update' = 'create'): JsonReader => new BatchBody(dto, kind);
/** One of several shapes, told apart by the field `type`. */
export const variants = (kind: 'create' | 'update', byType: Variants): JsonReader => new VariantBody(kind, byType);

/** A body that is JSON of one schema. */
export abstract class JsonReader implements BodyReader {
  readonly optional = false;
  private check: Check | undefined;

  abstract readonly schema: JsonSchema;
  protected abstract readonly name: string;
  protected abstract model(value: Record<string, unknown>): unknown;

  content(): ReturnType<BodyReader['content']> {
    return { 'application/json': { schema: { $ref: `#/components/schemas/${this.name}` } } };
  }

  components(): Record<string, JsonSchema> {
    return { [this.name]: this.schema };
  }

  async read(request: ApiRequest) {
    requireMediaType(request, 'application/json');
    const value = parseJson(await readBytes(request, JSON_LIMIT));
    return this.take(value);
  }

  /** Validates what was parsed, by whatever way it came. */
  take(value: unknown): { value: unknown; faults?: FieldErrors; faultCount?: number } {
    this.check ??= compile(this.schema);
    const wrong = this.check(value);
    if (wrong) return { value: undefined, faults: wrong.faults, faultCount: wrong.count };
    return { value: this.model(value as Record<string, unknown>) };
  }
}

class JsonBody extends JsonReader {
  readonly schema: JsonSchema;
  protected readonly name: string;

  constructor(
    private readonly dto: Dto,
    private readonly kind: 'create' | 'update',
  ) {
    super();
    this.schema = bodySchema(dto, kind);
    this.name = `${kind === 'create' ? 'Create' : 'Update'}${schemaName(dto)}`;
  }

  protected model(value: Record<string, unknown>): unknown {
    return toModel(this.dto, this.kind, value);
  }
}

class BatchBody extends JsonReader {
  readonly schema: JsonSchema;
  protected readonly name: string;

  constructor(
    private readonly dto: Dto,
    private readonly kind: 'create' | 'update',
  ) {
    super();
    const items = bodySchema(dto, kind);
    this.schema = {
      type: 'object',
      properties: { data: { type: 'array', maxItems: BATCH, items } },
      required: ['data'],
      additionalProperties: false,
      example: { data: [items['example']] },
    };
    this.name = `${kind === 'create' ? '' : 'Update'}${schemaName(dto)}Batch`;
  }

  protected model(value: Record<string, unknown>): unknown {
    return (value['data'] as Record<string, unknown>[]).map((item) => toModel(this.dto, this.kind, item));
  }
}

/** The document shows each shape by its name; what validates has them all in one place. */
class VariantBody extends JsonReader {
  readonly schema: JsonSchema;
  protected readonly name: string;
  private readonly shapes: Record<string, JsonSchema>;
  private readonly names: Record<string, string>;

  constructor(
    private readonly kind: 'create' | 'update',
    private readonly byType: Variants,
  ) {
    super();
    const prefix = kind === 'create' ? 'Create' : 'Update';
    const types = Object.keys(byType);
    this.name = prefix + schemaName(byType);
    this.names = Object.fromEntries(types.map((type) => [type, prefix + schemaName(byType[type]!)]));
    this.shapes = Object.fromEntries(types.map((type) => [type, shapeOf(type, bodySchema(byType[type]!, kind))]));
    this.schema = {
      type: 'object',
      oneOf: Object.values(this.shapes),
      discriminator: { propertyName: 'type' },
      required: requiredByAll(Object.values(this.shapes)), // told also when the type is not known
    };
  }

  override content() {
    const { schema } = super.content()['application/json']!;
    const examples = Object.entries(this.shapes).map(([type, shape]) => [type, { value: shape['example'] }]);
    return { 'application/json': { schema, examples: Object.fromEntries(examples) } };
  }

  override components(): Record<string, JsonSchema> {
    const shapes = Object.entries(this.shapes).map(([type, shape]) => [this.names[type]!, shape]);
    return { ...Object.fromEntries(shapes), [this.name]: oneOfSchemas(this.names) };
  }

  protected model(value: Record<string, unknown>): unknown {
    const type = String(value['type']);
    return { ...toModel(this.byType[type]!, this.kind, value), type };
  }
}

function requiredByAll(shapes: JsonSchema[]): string[] {
  const [first = [], ...others] = shapes.map((shape) => shape['required'] as string[]);
  return first.filter((name) => others.every((required) => required.includes(name)));
}

function shapeOf(type: string, shape: JsonSchema): JsonSchema {
  const properties = { ...(shape['properties'] as object), type: { type: 'string', const: type } };
  const required = [...new Set([...(shape['required'] as string[]), 'type'])];
  return { ...shape, properties, required, example: { ...(shape['example'] as object), type } };
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
