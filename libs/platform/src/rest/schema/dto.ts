import type { Type } from '@nestjs/common';
import { DECORATORS } from '@nestjs/swagger';
import { getMetadataStorage, IS_OPTIONAL } from 'class-validator';
import { ALWAYS, type Dto, ifDefined, Keyword, orNull, type Variants } from './fields.js';
import { nestedIn, wireName } from './instances.js';
import { documented, isCondition, isNested, type Rule } from './rules.js';
import type { JsonSchema } from '../../core/validation/json-schema.js';

export interface Field {
  property: string;
  name: string;
  /** schema in the OpenAPI document */
  schema: JsonSchema;
  /** the part of the schema that is compiled */
  compiled: JsonSchema;
  required: boolean;
  /** whether class-validator itself must check it */
  hasRules: boolean;
  /** response only: whether some operations omit it */
  sometimes: boolean;
  example: unknown;
}

interface Metadata {
  description?: string;
  example?: unknown;
  sometimes?: boolean;
}

const cache = new WeakMap<Dto, Field[]>();

/** The fields of a class, inherited ones first. @throws Error for a rule that cannot be documented, or a field with a default */
export function fieldsOf(dto: Dto): Field[] {
  const found = cache.get(dto);
  if (found) return found;
  const [initialized] = Object.keys(new (dto as Type<object>)());
  if (initialized !== undefined)
    throw new Error(
      `${dto.name}.${initialized} has a default, which every update would store: put it in the aggregate`,
    );
  const rules = getMetadataStorage().getTargetValidationMetadatas(dto, '', true, false);
  const keys = (Reflect.getMetadata(DECORATORS.API_MODEL_PROPERTIES_ARRAY, dto.prototype as object) ?? []) as string[];
  const properties = new Set([...keys.map((key) => key.slice(1)), ...rules.map(({ propertyName }) => propertyName)]);
  const fields = [...properties].map((property) =>
    fieldOf(
      dto,
      property,
      rules.filter(({ propertyName }) => propertyName === property),
    ),
  );
  cache.set(dto, fields);
  return fields;
}

export const fieldsOfAny = (resource: Dto | Variants = {}): Field[] =>
  typeof resource === 'function' ? fieldsOf(resource) : Object.values(resource).flatMap(fieldsOf);

function fieldOf(dto: Dto, property: string, all: readonly Rule[]): Field {
  const key = [DECORATORS.API_MODEL_PROPERTIES, dto.prototype as object, property] as const;
  const shown = (Reflect.getMetadata(...key) ?? {}) as Metadata;
  const { isOptional, isNullable, isConditional } = conditionsOf(all);
  if (isConditional && !shown.description)
    throw new Error(`${dto.name}.${property}: @ValidateIf cannot be shown in the OpenAPI document: describe the field`);
  const keywords = all.flatMap(({ context }) => (context instanceof Keyword ? [context] : []));
  const rules = all.filter((rule) => !isCondition(rule) && !(rule.context instanceof Keyword));
  const nested = rules.some(isNested) ? nestedClass(dto, property) : undefined;
  const others = rules.filter((rule) => !isNested(rule)).map((rule) => documented(dto, rule));
  const schemaOf = (part: Part, more: JsonSchema[]): JsonSchema => {
    const schema = merge([
      ...keywords.map(({ schema }) => schema),
      ...(nested ? [schemaOfNested(nested, part)] : []),
      ...more,
    ]);
    return isNullable && (schema['type'] ?? schema['oneOf']) ? orNull(schema) : schema;
  };
  const name = wireName(dto, property);
  const description = shown.description ?? ofId(name);
  return {
    property,
    name,
    schema: describe(schemaOf('schema', others), { ...shown, description }, others),
    compiled: isConditional ? {} : schemaOf('compiled', []),
    required: !isOptional && !isConditional && (rules.length > 0 || keywords.some(({ isRequired }) => isRequired)),
    hasRules: isConditional || others.length > 0 || (nested !== undefined && hasRules(nested.dto)),
    sometimes: shown.sometimes === true,
    example: shown.example,
  };
}

/** `floor_plan_id`: Id of the floor plan. */
const ofId = (name: string): string | undefined =>
  /^(.+)_id$/.test(name) ? `Id of the ${name.slice(0, -3).replaceAll('_', ' ')}` : undefined;

/** `@IsOptional` and the conditions of `PartialType` make a field optional; class-validator evaluates any other condition. */
function conditionsOf(rules: readonly Rule[]) {
  const conditions = rules.filter(isCondition).filter(({ constraints }) => constraints[0] !== ALWAYS);
  const isNullable = conditions.some(({ name }) => name === IS_OPTIONAL);
  const others = conditions.filter(({ name, constraints }) => name !== IS_OPTIONAL && !ifDefined.has(constraints[0]));
  return {
    isNullable,
    isOptional: conditions.length > others.length,
    isConditional: others.length > 0 || rules.some(({ validateIf }) => validateIf),
  };
}

/** Merges schemas; conflicting keywords go into `allOf`. The type of the first one stays, except that a number may be an integer. */
function merge(schemas: readonly JsonSchema[]): JsonSchema {
  const whole: JsonSchema = {};
  const others: JsonSchema[] = [];
  for (const schema of schemas) {
    const isTaken = Object.keys(schema).some((key) => key in whole && !['type', 'description'].includes(key));
    if (isTaken) others.push(schema);
    else {
      const type = whole['type'] === 'number' ? undefined : whole['type'];
      Object.assign(whole, schema, type !== undefined && { type });
    }
  }
  return others.length > 0 ? { ...whole, allOf: others } : whole;
}

function describe(schema: JsonSchema, { description, example }: Metadata, rules: readonly JsonSchema[]): JsonSchema {
  const texts = [description, ...rules.map((rule) => rule['description'])].filter(Boolean).map(String);
  return {
    ...schema,
    ...(texts.length > 0 && {
      description: texts.reduce((all, text) => `${all}${/[.!?]$/.test(all) ? '' : '.'} ${text}`),
    }),
    ...(example !== undefined && { examples: [example] }),
  };
}

type Nested = NonNullable<ReturnType<typeof nestedIn>>;

function nestedClass(dto: Dto, property: string): Nested {
  const nested = nestedIn(dto, property);
  if (!nested) throw new Error(`${dto.name}.${property}: @ValidateNested needs @Type(() => ...)`);
  if (nested.dto === dto) throw new Error(`${dto.name}.${property}: a class cannot hold itself`);
  return nested;
}

function schemaOfNested({ dto, isArray }: Nested, part: Part): JsonSchema {
  const { example: _, ...schema } = bodySchema(dto, part);
  return isArray ? { type: 'array', items: schema } : schema;
}

/** Whether class-validator itself must check bodies of this class. */
export const hasRules = (dto: Dto): boolean => fieldsOf(dto).some((field) => field.hasRules);

export function responseSchema(dto: Dto): JsonSchema {
  const fields = fieldsOf(dto);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((each) => [each.name, each.schema])),
    required: fields.filter((each) => !each.sometimes).map((each) => each.name),
    example: exampleOf(fields),
  };
}

const idInPath = (name: string): JsonSchema => ({
  type: 'string',
  maxLength: 255,
  format: 'text',
  description: `${ofId(name) ?? 'Id of the resource'}. The path has it: a body may omit it, or repeat the same id.`,
  example: '1',
});

const IGNORED = { readOnly: true, description: 'Accepted and ignored.' };

/** The documented schema, or the compiled part of it. */
export type Part = 'schema' | 'compiled';

interface Others {
  /** read-only fields, which are accepted and ignored */
  ignored?: readonly Field[];
  /** names of ids that the path has, which must agree with it */
  inPath?: readonly string[];
}

export function bodySchema(dto: Dto, part: Part = 'schema', { ignored = [], inPath = [] }: Others = {}): JsonSchema {
  const fields = fieldsOf(dto).filter(({ name }) => !inPath.includes(name));
  const properties = new Map(inPath.map((name) => [name, idInPath(name)]));
  for (const { name } of ignored) if (!properties.has(name)) properties.set(name, { ...IGNORED });
  for (const each of fields) properties.set(each.name, each[part]);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: fields.filter((each) => each.required).map((each) => each.name),
    additionalProperties: false,
    example: exampleOf(fields.filter((each) => each.example !== undefined)),
  };
}

function exampleOf(fields: readonly Field[]): JsonSchema {
  return Object.fromEntries(fields.map((each) => [each.name, each.example]));
}

/** One of the named schemas, selected by the field `type`. */
export function oneOfSchemas(nameByType: Record<string, string>): JsonSchema {
  const refs = Object.entries(nameByType).map(([type, name]) => [type, `#/components/schemas/${name}`] as const);
  return {
    oneOf: refs.map(([, $ref]) => ({ $ref })),
    discriminator: { propertyName: 'type', mapping: Object.fromEntries(refs) },
  };
}

/** Schema name: the class name without its suffix; for variants, the common beginning and end of their names. */
export function schemaName(dto: Dto | Variants): string {
  if (typeof dto === 'function') return dto.name.replace(/Dto$/, '');
  const names = Object.values(dto).map((each) => schemaName(each).split(/(?=[A-Z])/));
  const begin = common(names);
  const end = common(names.map((words) => words.slice(begin.length).reverse())).reverse();
  return [...begin, ...end].join('') || names.map((words) => words.join('')).join('Or');
}

function common([first = [], ...others]: string[][]): string[] {
  const length = first.findIndex((word, at) => others.some((words) => words[at] !== word));
  return length < 0 ? first : first.slice(0, length);
}
