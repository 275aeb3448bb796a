import { applyDecorators } from '@nestjs/common';
// oxlint-disable-next-line no-restricted-imports -- PartialType below extends it
import { ApiProperty, PartialType as SwaggerPartialType } from '@nestjs/swagger';
import type { Type } from '@nestjs/common';
import { Expose, Transform } from 'class-transformer';
import { getMetadataStorage, ValidateBy, ValidateIf, ValidationTypes } from 'class-validator';
import { snakeCase } from '../../core/model/names.js';
import { isTime, timeOf, timeText } from '../../core/model/dates.js';
import { compileSchema, DISTINCT, type JsonSchema, textOf } from '../../core/validation/json-schema.js';

/** A class whose fields are declared by class-validator decorators; those of this file are compositions of them. */
export type Dto = abstract new (...parameters: never[]) => object;

/** Variants of a resource, selected by its field `type`. */
export type Variants = Readonly<Record<string, Dto>>;

interface FieldOptions {
  optional?: boolean;
  nullable?: boolean;
  /** response only: whether some operations omit it */
  sometimes?: boolean;
  example?: unknown;
  description?: string;
}

/** The JSON Schema of a validator in this file: its `context` in class-validator. */
export class Keyword {
  constructor(
    readonly schema: JsonSchema,
    readonly isRequired = false,
  ) {}
}

/** Conditions of `@ValidateIf` that only make a field optional. */
export const ALWAYS = () => true;
export const ifDefined = new WeakSet<object>();

/** As `@IsOptional`, without its meaning that null is allowed too: any decorator of class-validator skips a field that is not sent. */
const IF_SENT = (_: object, value: unknown) => value !== undefined;
/** The same for a field that may be null. */
const IF_NOT_NULL = (_: object, value: unknown) => value !== undefined && value !== null;
for (const condition of [IF_SENT, IF_NOT_NULL]) ifDefined.add(condition);

/** Keywords that a value violates independently of each other, each with its own message. */
const KEYWORDS = ['type', 'enum', 'maxLength', 'minLength', 'pattern', 'format', 'minimum', 'maximum'];

function validator(name: string, schema: JsonSchema, defaultMessage: () => string): PropertyDecorator {
  const isValid = validityOf(schema);
  return ValidateBy(
    { name, validator: { validate: (value) => value === undefined || isValid(value), defaultMessage } },
    { context: new Keyword(schema) },
  );
}

/** Whether a value satisfies a schema, which may drop duplicates. */
function validityOf(schema: JsonSchema): (value: unknown) => boolean {
  const check = compileSchema(schema);
  const changesValues = JSON.stringify(schema).includes(DISTINCT);
  return (value) => check(changesValues ? structuredClone(value) : value) === undefined;
}

const REQUIRED = ValidateBy(
  { name: 'required', validator: { validate: (value) => value !== undefined, defaultMessage: () => 'is required' } },
  { context: new Keyword({}, true) },
);

/** Declares a field: its validators, its name on the wire, and its documentation. */
function field(plain: JsonSchema, example: unknown, options: FieldOptions): PropertyDecorator {
  const { optional = false, nullable = false, sometimes } = options;
  const schema = nullable ? orNull(plain) : plain;
  const keywords = Object.entries(schema).filter(([keyword]) => keyword !== 'description');
  const shown = 'example' in options ? options.example : example;
  const validators = keywords.every(([keyword]) => KEYWORDS.includes(keyword))
    ? keywords.map(([name, argument]) => validator(name, { [name]: argument }, () => textOf(name, argument, schema)!))
    : [validator('schema', schema, () => 'is invalid')];
  return (prototype, property) => {
    const name = snakeCase(String(property));
    const description = options.description ?? (plain['description'] as string | undefined);
    applyDecorators(
      Expose({ name }),
      ApiProperty({ description, example: shown, required: !optional, ...({ sometimes } as object) }),
      ...(optional ? [ValidateIf(nullable ? IF_NOT_NULL : IF_SENT)] : [REQUIRED, ValidateIf(ALWAYS)]),
      ...validators,
    )(prototype, property);
  };
}

export function orNull(schema: JsonSchema): JsonSchema {
  if (schema['$ref'] || schema['oneOf']) return { anyOf: [schema, { type: 'null' }] };
  const types = [schema['type']].flat();
  if (types.includes('null')) return schema;
  const nullable: JsonSchema = { ...schema, type: [...types, 'null'] };
  if (Array.isArray(schema['enum'])) nullable['enum'] = [...(schema['enum'] as unknown[]), null];
  return nullable;
}

/** An id: a string of at most 255 characters. */
export const Id = (options: FieldOptions = {}) =>
  field({ type: 'string', maxLength: 255, format: 'text' }, '1', options);

/** A string; lengths in Unicode code points. A required, non-nullable string must not be blank unless `filled` is false. */
export const Text = (
  options: FieldOptions & { max?: number; exactly?: number; pattern?: string; filled?: boolean } = {},
) => {
  const { max, exactly, pattern, filled = !options.nullable && !options.optional } = options;
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

export const Bool = (options: FieldOptions = {}) => field({ type: 'boolean' }, true, options);

/** A calendar date, `YYYY-MM-DD`. */
export const CalendarDate = (options: FieldOptions = {}) =>
  field({ type: 'string', format: 'date' }, '2026-12-01', options);

/**
 * An instant. Responses show it in UTC with whole seconds, `2026-11-20T11:21:15+00:00`. Requests may send it with any offset (RFC 3339);
 * instances have it as in responses, without fractions of seconds. The column of a field that requests set is a `@TimestampColumn()`.
 */
export const Timestamp = (options: FieldOptions = {}) =>
  applyDecorators(
    field({ type: 'string', format: 'date-time' }, '2026-11-20T11:21:15+00:00', options),
    Transform(({ value }) => inUtc(value), { toClassOnly: true }),
  );

/** Rejected values stay as they are. */
const inUtc = (value: unknown) => (typeof value === 'string' && isTime(value) ? timeText(timeOf(value)) : value);

/** A full http or https URL. */
export const HttpUrl = (options: FieldOptions & { max?: number } = {}) =>
  field(
    { type: 'string', format: 'http-url', maxLength: options.max ?? 2047 },
    'https://www.example.com/tour/101',
    options,
  );

/** Any other value, by its JSON Schema. */
export const Shape = (schema: JsonSchema, options: FieldOptions & { example: unknown }) =>
  field(schema, options.example, options);

const typesOf = new WeakMap<Dto, Map<string, (value: unknown) => boolean>>();

/** Whether a field has a value of its declared type other than null. */
function hasType(object: object, field: string): boolean {
  const dto = object.constructor as Dto;
  let types = typesOf.get(dto);
  if (!types) {
    const declared = getMetadataStorage().getTargetValidationMetadatas(dto, '', true, false);
    const typed = declared.filter(({ context, name }) => context instanceof Keyword && name === 'type');
    types = new Map(typed.map(({ propertyName, context }) => [propertyName, validityOf((context as Keyword).schema)]));
    typesOf.set(dto, types);
  }
  const value = (object as Readonly<Record<string, unknown>>)[field] ?? null;
  return value !== null && (types.get(field)?.(value) ?? true);
}

type Present<T> = { [K in keyof T]-?: NonNullable<T[K]> };

/**
 * A rule across fields: `@Satisfies(['min', 'max'], ({ min, max }) => min <= max, 'must be at most `max`')`. The class must have the fields;
 * `@Satisfies<RangeDto>(...)` gives the values their types, for arithmetic. Errors name the decorated field. The rule does not apply while one of the fields is missing, null or of another type than declared.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- a decorator does not know the class that it is written in
export const Satisfies = <T extends object = any, K extends keyof T & string = keyof T & string>(
  fields: readonly K[],
  holds: (fields: Present<T>) => boolean,
  message: string,
): ((dto: { [name in K]?: unknown }, property: string) => void) =>
  ValidateBy({
    name: `satisfies: ${message}`, // class-validator keeps one error of each name
    validator: {
      validate: (_, given) => {
        const object = given!.object as Present<T>;
        return !fields.every((field) => hasType(object, String(field))) || holds(object);
      },
      defaultMessage: () => message,
    },
  });

/** Removes a file instead of uploading one. */
export const Removal = () =>
  OneOf(['delete'], {
    optional: true,
    example: undefined,
    description: '`delete` removes the image',
  });

export class Identified {
  @Id({ description: 'Id, assigned by the service' }) id: string;
}

export class OfAsset {
  @Id() assetId: string;
}

/** `created_at` and `updated_at`, the last fields of most resources. */
export class Timestamped {
  @Timestamp({ description: 'When it was created' }) createdAt: string;
  @Timestamp({ description: 'When it was last changed' }) updatedAt: string;
}

type Instance<V extends Variants> = { [K in keyof V]: V[K] extends abstract new () => infer T ? T : never }[keyof V];
type AllOf<U, Common extends PropertyKey> = (U extends unknown ? (each: Omit<U, Common>) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** The fields of all variants: common ones are required, others optional. Validation ensures that they match the type. */
export type AnyVariant<V extends Variants, U = Instance<V>> = Pick<U, keyof U> & Partial<AllOf<U, keyof U>>;

/** All fields of a class, each optional. Unlike @nestjs/swagger's, a field accepts null only if it is nullable. */
export function PartialType<T extends object>(dto: Type<T>): Type<Partial<T>> {
  const partial = SwaggerPartialType(dto, { skipNullProperties: false });
  const before = new Set(conditionsOf(dto));
  for (const condition of conditionsOf(partial)) if (!before.has(condition)) ifDefined.add(condition);
  return partial;
}

const conditionsOf = (dto: Dto): object[] =>
  getMetadataStorage()
    .getTargetValidationMetadatas(dto, '', true, false)
    .filter(({ type }) => type === ValidationTypes.CONDITIONAL_VALIDATION)
    .map(({ constraints }) => constraints[0] as object);
