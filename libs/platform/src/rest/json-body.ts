import type { FieldErrors } from '../core/errors.js';
import {
  type BodyReader,
  JSON_LIMIT,
  type MediaType,
  parseJson,
  readBytes,
  requireMediaType,
  type ParsedBody,
} from './body.js';
import { bodySchema, fieldsOf, fieldsOfAny, hasRules, oneOfSchemas, type Part, schemaName } from './dto.js';
import type { Dto, Variants } from './fields.js';
import { type ToInstance, toInstance } from './instances.js';
import type { ApiRequest } from './request.js';
import { checkRules } from './rules.js';
import { type Check, compileSchema, type JsonSchema } from '../core/json-schema.js';

/** Maximum items in a `data` array (test/contract/decisions.md, 3). */
export const BATCH = 5_000;

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** The shape of a JSON body. */
interface Shape {
  readonly name: string;
  /** @param returned the resource in the response; its read-only fields are accepted and ignored */
  schema(part: Part, returned?: Dto | Variants): JsonSchema;
  /** class instances for a valid body */
  model(value: Json): unknown;
  /** errors that only class-validator detects */
  checkRules(value: unknown): Promise<FieldErrors> | undefined;
  components?(returned?: Dto | Variants): Record<string, JsonSchema>;
  examples?(): NonNullable<MediaType['examples']>;
}

/** Reads a JSON body of one shape. */
export class JsonReader implements BodyReader {
  readonly optional = false;
  private check: Check | undefined;
  private documented: JsonSchema | undefined;

  constructor(
    private readonly shape: Shape,
    private readonly returned?: Dto | Variants,
  ) {}

  get schema(): JsonSchema {
    return (this.documented ??= this.shape.schema('schema', this.returned));
  }

  /** A reader that also accepts, and ignores, the read-only fields of the resource. */
  ignoring(resource: Dto | Variants): JsonReader {
    return new JsonReader(this.shape, this.returned ?? resource);
  }

  content(): Record<string, MediaType> {
    const schema = { $ref: `#/components/schemas/${this.shape.name}` };
    const examples = this.shape.examples?.();
    return { 'application/json': { schema, ...(examples && { examples }) } };
  }

  components(): Record<string, JsonSchema> {
    return this.shape.components?.(this.returned) ?? { [this.shape.name]: this.schema };
  }

  async read(request: ApiRequest): Promise<ParsedBody> {
    requireMediaType(request, 'application/json');
    return this.validate(parseJson(await readBytes(request, JSON_LIMIT)));
  }

  /** Validates parsed JSON from any source. */
  async validate(value: unknown): Promise<ParsedBody> {
    this.check ??= compileSchema(this.shape.schema('compiled', this.returned));
    const invalid = this.check(value);
    const violations = await this.checkRules(value, invalid !== undefined);
    if (!invalid && !violations) return { value: this.shape.model(value as Json) };
    const more = Object.entries(violations ?? {}).filter(([path]) => !invalid || !(path in invalid.errors));
    const errors = { ...invalid?.errors, ...Object.fromEntries(more) };
    return { value: undefined, errors, faultCount: (invalid?.count ?? 0) + more.length };
  }

  /** A rule may throw on a value that the schema rejects; the schema errors are reported then. */
  private async checkRules(value: unknown, isInvalid: boolean): Promise<FieldErrors | undefined> {
    try {
      const errors = await this.shape.checkRules(value);
      return errors && Object.keys(errors).length > 0 ? errors : undefined;
    } catch (error) {
      if (isInvalid) return undefined;
      throw error;
    }
  }
}

/** A JSON object declared by a class. */
export const json = (dto: Dto): JsonReader => new JsonReader(new ObjectShape(dto));
/** A batch of such objects: `{"data": [...]}`. */
export const batch = (dto: Dto): JsonReader => new JsonReader(new BatchShape(dto));
/** One of several shapes, selected by the field `type`. */
export const variants = (byType: Variants): JsonReader => new JsonReader(new VariantShape(byType));

class ObjectShape implements Shape {
  readonly name: string;
  private toInstance: ToInstance | undefined;

  constructor(private readonly dto: Dto) {
    this.name = schemaName(dto);
  }

  schema(part: Part, returned?: Dto | Variants): JsonSchema {
    return bodySchema(this.dto, part, fieldsOfAny(returned));
  }

  model(value: Json): object {
    this.toInstance ??= toInstance(this.dto, fieldsOf(this.dto));
    return this.toInstance(value);
  }

  checkRules(value: unknown): Promise<FieldErrors> | undefined {
    return hasRules(this.dto) && isObject(value) ? checkRules(this.dto, value) : undefined;
  }
}

class BatchShape implements Shape {
  readonly name: string;
  private readonly item: ObjectShape;

  constructor(private readonly dto: Dto) {
    this.item = new ObjectShape(dto);
    this.name = `${this.item.name.replace(/^Create/, '')}Batch`;
  }

  schema(part: Part, returned?: Dto | Variants): JsonSchema {
    const items = this.item.schema(part, returned);
    return {
      type: 'object',
      properties: { data: { type: 'array', maxItems: BATCH, items, description: 'Items; all are stored, or none' } },
      required: ['data'],
      additionalProperties: false,
      example: { data: [items['example']] },
    };
  }

  model({ data }: Json): object[] {
    return (data as Json[]).map((item) => this.item.model(item));
  }

  /** Skips a batch that exceeds the limit. */
  async checkRules(value: unknown): Promise<FieldErrors> {
    const items = hasRules(this.dto) && isObject(value) && Array.isArray(value['data']) ? value['data'] : [];
    const errors: FieldErrors = {};
    for (const [at, item] of items.length > BATCH ? [] : items.entries())
      for (const [path, texts] of Object.entries((await this.item.checkRules(item)) ?? {}))
        errors[`data.${at}.${path}`] = texts;
    return errors;
  }
}

/** The OpenAPI document refers to each shape by name; the validating schema inlines them. */
class VariantShape implements Shape {
  readonly name: string;
  private readonly shapes: ReadonlyMap<unknown, ObjectShape>;

  constructor(byType: Variants) {
    this.name = schemaName(byType);
    this.shapes = new Map(Object.entries(byType).map(([type, dto]) => [type, new ObjectShape(dto)]));
  }

  schema(part: Part, returned?: Dto | Variants): JsonSchema {
    const shapes = Object.values(this.schemas(part, returned));
    return {
      type: 'object',
      oneOf: shapes,
      discriminator: { propertyName: 'type' },
      required: requiredByAll(shapes), // reported even for an unknown type
    };
  }

  components(returned?: Dto | Variants): Record<string, JsonSchema> {
    const names = Object.fromEntries([...this.shapes].map(([type, { name }]) => [type, name]));
    return { ...this.schemas('schema', returned), [this.name]: oneOfSchemas(names) };
  }

  examples(): NonNullable<MediaType['examples']> {
    const schemas = [...this.shapes].map(([type, shape]) => [type, { value: shape.schema('schema')['example'] }]);
    return Object.fromEntries(schemas) as NonNullable<MediaType['examples']>;
  }

  model(value: Json): object {
    return this.shapes.get(value['type'])!.model(value);
  }

  checkRules(value: unknown): Promise<FieldErrors> | undefined {
    return isObject(value) ? this.shapes.get(value['type'])?.checkRules(value) : undefined;
  }

  private schemas(part: Part, returned: Dto | Variants = {}): Record<string, JsonSchema> {
    const of = (type: string) => (typeof returned === 'function' ? returned : returned[type]);
    return Object.fromEntries(
      [...this.shapes].map(([type, shape]) => [shape.name, shape.schema(part, of(type as string))]),
    );
  }
}

function requiredByAll(shapes: JsonSchema[]): string[] {
  const [first = [], ...others] = shapes.map((shape) => shape['required'] as string[]);
  return first.filter((name) => others.every((required) => required.includes(name)));
}
