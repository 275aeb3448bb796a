import type { FieldErrors } from '../core/errors.js';
import type { JsonSchema } from '../core/json-schema.js';
import type { MediaType } from './body.js';
import { bodySchema, fieldsOf, fieldsOfAny, hasRules, oneOfSchemas, type Part, schemaName } from './dto.js';
import type { Dto, Variants } from './fields.js';
import { type ToInstance, toInstance } from './instances.js';
import { checkRules } from './rules.js';

/** Maximum items in a `data` array (test/contract/decisions.md, 3). */
export const BATCH = 5_000;

type JsonObject = Record<string, unknown>;

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null;

/** The shape of a JSON body. */
export interface Shape {
  readonly name: string;
  /** This shape, in which the read-only fields of the resource in the response are accepted and ignored. */
  ignoring(returned: Dto | Variants): Shape;
  schema(part: Part): JsonSchema;
  /** class instances for a valid body */
  model(value: JsonObject): unknown;
  /** errors that only class-validator detects */
  checkRules(value: unknown): Promise<FieldErrors> | undefined;
  /** named schemas of the OpenAPI document, if there are others than that of the shape */
  components?(): Record<string, JsonSchema>;
  examples?(): NonNullable<MediaType['examples']>;
}

/** A JSON object declared by a class. */
export class ObjectShape implements Shape {
  readonly name: string;
  private toInstance: ToInstance | undefined;

  constructor(
    private readonly dto: Dto,
    private readonly returned?: Dto | Variants,
  ) {
    this.name = schemaName(dto);
  }

  ignoring(returned: Dto | Variants | undefined): ObjectShape {
    return new ObjectShape(this.dto, this.returned ?? returned);
  }

  schema(part: Part): JsonSchema {
    return bodySchema(this.dto, part, fieldsOfAny(this.returned));
  }

  model(value: JsonObject): object {
    this.toInstance ??= toInstance(this.dto, fieldsOf(this.dto));
    return this.toInstance(value);
  }

  get hasRules(): boolean {
    return hasRules(this.dto);
  }

  checkRules(value: unknown): Promise<FieldErrors> | undefined {
    return this.hasRules && isObject(value) ? checkRules(this.dto, value) : undefined;
  }
}

/** A batch of such objects: `{"data": [...]}`. */
export class BatchShape implements Shape {
  readonly name: string;

  constructor(private readonly item: ObjectShape) {
    this.name = `${item.name.replace(/^Create/, '')}Batch`;
  }

  ignoring(returned: Dto | Variants): BatchShape {
    return new BatchShape(this.item.ignoring(returned));
  }

  schema(part: Part): JsonSchema {
    const items = this.item.schema(part);
    return {
      type: 'object',
      properties: { data: { type: 'array', maxItems: BATCH, items, description: 'Items; all are stored, or none' } },
      required: ['data'],
      additionalProperties: false,
      example: { data: [items['example']] },
    };
  }

  model({ data }: JsonObject): object[] {
    return (data as JsonObject[]).map((item) => this.item.model(item));
  }

  /** Skips a batch that exceeds the limit. */
  async checkRules(value: unknown): Promise<FieldErrors> {
    const items = this.item.hasRules && isObject(value) && Array.isArray(value['data']) ? value['data'] : [];
    const errors: FieldErrors = {};
    for (const [at, item] of items.length > BATCH ? [] : items.entries())
      for (const [path, texts] of Object.entries((await this.item.checkRules(item)) ?? {}))
        errors[`data.${at}.${path}`] = texts;
    return errors;
  }
}

/** One of several objects, selected by the field `type`. The OpenAPI document refers to each by name; the validating schema inlines them. */
export class VariantShape implements Shape {
  constructor(
    readonly name: string,
    private readonly shapes: ReadonlyMap<unknown, ObjectShape>,
  ) {}

  static of(byType: Variants): VariantShape {
    const shapes = Object.entries(byType).map(([type, dto]) => [type, new ObjectShape(dto)] as const);
    return new VariantShape(schemaName(byType), new Map(shapes));
  }

  ignoring(returned: Dto | Variants): VariantShape {
    const of = (type: unknown) => (typeof returned === 'function' ? returned : returned[type as string]);
    return new VariantShape(
      this.name,
      new Map([...this.shapes].map(([type, shape]) => [type, shape.ignoring(of(type))])),
    );
  }

  schema(part: Part): JsonSchema {
    const shapes = Object.values(this.schemas(part));
    return {
      type: 'object',
      oneOf: shapes,
      discriminator: { propertyName: 'type' },
      required: requiredByAll(shapes), // reported even for an unknown type
    };
  }

  components(): Record<string, JsonSchema> {
    const names = Object.fromEntries([...this.shapes].map(([type, { name }]) => [type, name]));
    return { ...this.schemas('schema'), [this.name]: oneOfSchemas(names) };
  }

  examples(): NonNullable<MediaType['examples']> {
    return Object.fromEntries(
      [...this.shapes].map(([type, shape]) => [type, { value: shape.schema('schema')['example'] }]),
    );
  }

  model(value: JsonObject): object {
    return this.shapes.get(value['type'])!.model(value);
  }

  checkRules(value: unknown): Promise<FieldErrors> | undefined {
    return isObject(value) ? this.shapes.get(value['type'])?.checkRules(value) : undefined;
  }

  private schemas(part: Part): Record<string, JsonSchema> {
    return Object.fromEntries([...this.shapes.values()].map((shape) => [shape.name, shape.schema(part)]));
  }
}

function requiredByAll(shapes: JsonSchema[]): string[] {
  const [first = [], ...others] = shapes.map((shape) => shape['required'] as string[]);
  return first.filter((name) => others.every((required) => required.includes(name)));
}
