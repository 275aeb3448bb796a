import { snakeCase } from '../persistence/snake-names.js';
import type { JsonSchema } from './schema.js';

/**
 * A field in the bodies of create and update, in the notation of the specification's field tables:
 * `R` required, `O` optional, `-` not accepted (when the resource returns it: accepted and ignored).
 */
export type Access = `${'R' | 'O' | '-'}/${'R' | 'O' | '-'}`;

export interface FieldOptions {
  /** create/update; default `-/-` */
  body?: Access;
  /** whether the resource returns it, or only some of its operations do; default true */
  returned?: boolean | 'sometimes';
  nullable?: boolean;
  /** of what create does not accept, although the resource returns it: what it says of it instead of ignoring it */
  inCreate?: JsonSchema;
  example?: unknown;
  description?: string;
}

export interface Field {
  property: string;
  name: string;
  schema: JsonSchema;
  inCreate: JsonSchema | undefined;
  create: 'R' | 'O' | '-';
  update: 'R' | 'O' | '-';
  returned: boolean | 'sometimes';
  example: unknown;
}

/** A class whose fields are declared by the decorators of this file. */
export type Dto = abstract new (...parameters: never[]) => object;

/** Several shapes of one resource, told apart by its field `type`. */
export type Variants = Readonly<Record<string, Dto>>;

const declared = new WeakMap<object, Field[]>();

/** All fields of a class, those of its base classes first. */
export function fieldsOf(dto: Dto): Field[] {
  const chain: Field[][] = [];
  for (let at: object | null = dto.prototype as object; at; at = Object.getPrototypeOf(at) as object | null)
    chain.unshift(declared.get(at) ?? []);
  const byName = new Map(chain.flat().map((field) => [field.name, field]));
  return [...byName.values()];
}

function field(schema: JsonSchema, example: unknown, options: FieldOptions): PropertyDecorator {
  return (prototype, property) => {
    const { body = '-/-', returned = true, nullable = false, description } = options;
    const [create, update] = body.split('/') as ['R' | 'O' | '-', 'R' | 'O' | '-'];
    const shown = 'example' in options ? options.example : example;
    const own = declared.get(prototype) ?? [];
    declared.set(prototype, own);
    own.push({
      property: String(property),
      name: snakeCase(String(property)),
      schema: {
        ...(nullable ? orNull(schema) : schema),
        ...(description && { description }),
        ...(shown !== undefined && { examples: [shown] }),
      },
      inCreate: options.inCreate,
      create,
      update,
      returned,
      example: shown,
    });
  };
}

function orNull(schema: JsonSchema): JsonSchema {
  if (schema['$ref'] || schema['oneOf']) return { anyOf: [schema, { type: 'null' }] };
  const nullable: JsonSchema = { ...schema, type: [schema['type'], 'null'] };
  if (Array.isArray(schema['enum'])) nullable['enum'] = [...(schema['enum'] as unknown[]), null];
  return nullable;
}

/** An id: a string of at most 255 characters. */
export const Id = (options: FieldOptions = {}) =>
  field({ type: 'string', maxLength: 255, format: 'text' }, '1', options);

/** A string; lengths in Unicode code points. One that create requires may not be blank. */
export const Text = (
  options: FieldOptions & { max?: number; exactly?: number; pattern?: string; filled?: boolean } = {},
) => {
  const { max, exactly, pattern, nullable, body } = options;
  const filled = options.filled ?? (!nullable && body?.startsWith('R'));
  return field(
    {
      type: 'string',
      ...(max !== undefined && { maxLength: max }),
      ...(exactly !== undefined && { minLength: exactly, maxLength: exactly }),
      ...(pattern !== undefined && { pattern }),
      format: filled ? 'filled-text' : 'text',
    },
    'Text',
    options,
  );
};

export const OneOf = (values: readonly string[], options: FieldOptions = {}) =>
  field({ type: 'string', enum: [...values] }, values[0], options);

export const Int32 = (options: FieldOptions & { min?: number; max?: number } = {}) =>
  field(
    { type: 'integer', format: 'int32', minimum: options.min ?? -2147483648, maximum: options.max ?? 2147483647 },
    Math.max(options.min ?? 1, 1),
    options,
  );

export const Float = (options: FieldOptions & { min?: number; max?: number } = {}) =>
  field(
    {
      type: 'number',
      format: 'float',
      ...(options.min !== undefined && { minimum: options.min }),
      ...(options.max !== undefined && { maximum: options.max }),
    },
    1,
    options,
  );

export const Flag = (options: FieldOptions = {}) => field({ type: 'boolean' }, true, options);

/** A calendar date, `YYYY-MM-DD`. */
export const CalendarDate = (options: FieldOptions = {}) =>
  field({ type: 'string', format: 'date' }, '2026-12-01', options);

/** An instant in UTC, whole seconds, as `2026-11-20T11:21:15+00:00`. Never written by clients. */
export const Timestamp = (options: FieldOptions = {}) =>
  field({ type: 'string', format: 'date-time' }, '2026-11-20T11:21:15+00:00', options);

/** A full http or https URL. */
export const HttpUrl = (options: FieldOptions & { max?: number } = {}) =>
  field(
    { type: 'string', format: 'http-url', maxLength: options.max ?? 2047 },
    'https://www.example.com/tour/101',
    options,
  );

/** Anything else, by its JSON Schema. */
export const Shape = (schema: JsonSchema, options: FieldOptions & { example: unknown }) =>
  field(schema, options.example, options);

/** `created_at` and `updated_at`, that nearly every resource ends with. */
export abstract class Timestamped {
  @Timestamp() createdAt: string;
  @Timestamp() updatedAt: string;
}

/** Name in the documentation: the class without its suffix; of variants, what all their names end with. */
export function schemaName(dto: Dto | Variants): string {
  if (typeof dto === 'function') return dto.name.replace(/Dto$/, '');
  const names = Object.values(dto).map((each) => schemaName(each));
  return commonEnding(names) || names.join('Or');
}

/** `IframeOutboundLink`, `UrlOutboundLink` -> `OutboundLink`. */
function commonEnding(names: string[]): string {
  const words = names.map((name) => name.split(/(?=[A-Z])/));
  const common: string[] = [];
  while (words.every((each) => each.length > 0 && each.at(-1) === words[0]!.at(-1))) {
    common.unshift(words[0]!.at(-1)!);
    for (const each of words) each.pop();
  }
  return common.join('');
}

/** One of the named schemas, as the field `type` says. */
export function oneOfSchemas(nameByType: Record<string, string>): JsonSchema {
  const refs = Object.entries(nameByType).map(([type, name]) => [type, `#/components/schemas/${name}`] as const);
  return {
    oneOf: refs.map(([, $ref]) => ({ $ref })),
    discriminator: { propertyName: 'type', mapping: Object.fromEntries(refs) },
  };
}

export function responseSchema(dto: Dto): JsonSchema {
  const fields = fieldsOf(dto).filter((each) => each.returned);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((each) => [each.name, each.schema])),
    required: fields.filter((each) => each.returned === true).map((each) => each.name),
    example: exampleOf(fields),
  };
}

/** Fields that the resource returns but that cannot be written may be sent back: they are accepted and ignored, unless they say otherwise. */
export function bodySchema(dto: Dto, kind: 'create' | 'update'): JsonSchema {
  const fields = fieldsOf(dto);
  const properties: [string, JsonSchema][] = [];
  for (const each of fields) {
    if (each[kind] !== '-') properties.push([each.name, each.schema]);
    else if (kind === 'create' && each.inCreate) properties.push([each.name, each.inCreate]);
    else if (each.returned) properties.push([each.name, { description: 'Accepted and ignored.' }]);
  }
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: fields.filter((each) => each[kind] === 'R').map((each) => each.name),
    additionalProperties: false,
    example: exampleOf(fields.filter((each) => each[kind] !== '-' && each.example !== undefined)),
  };
}

function exampleOf(fields: Field[]): JsonSchema {
  return Object.fromEntries(fields.map((each) => [each.name, each.example]));
}

/** From a valid body to camelCase properties; what may not be written is left out, and so is what was not sent. */
export function toModel(dto: Dto, kind: 'create' | 'update', value: Record<string, unknown>): Record<string, unknown> {
  const model: Record<string, unknown> = {};
  for (const { name, property, [kind]: access } of fieldsOf(dto))
    if (access !== '-' && Object.hasOwn(value, name)) model[property] = value[name];
  return model;
}
