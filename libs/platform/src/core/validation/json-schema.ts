import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { isDate, isTime } from '../model/dates.js';
import type { FieldErrors } from '../model/errors.js';
import { parseUrl } from './parse-url.js';

/** JSON Schema 2020-12, as used by OpenAPI 3.1. The same schema validates a body and documents it. */
export type JsonSchema = Record<string, unknown>;

/** Keyword of an array whose duplicates are dropped. */
export const DISTINCT = 'x-distinct';

/** Keyword of a value whose numbers must keep their digits; the parser returns Infinity for those that a double cannot represent. */
export const EXACT = 'x-exact';

/** Reports every error of every value, so that errors beyond the listed ones are counted. */
const ajv = new Ajv({
  allErrors: true,
  strict: false,
  discriminator: true,
  messages: false,
  verbose: true,
  validateFormats: true,
  // Infinity, which JSON.parse returns for 1e400, is not a number.
  strictNumbers: true,
});
ajv.addFormat('date', isDate);
ajv.addFormat('http-url', isHttpUrl);
ajv.addFormat('date-time', isTime);
for (const name of ['int32', 'int64', 'float', 'uuid', 'uri', 'binary']) ajv.addFormat(name, true); // of the document only
// Drops duplicates, keeping the first, before `maxItems` counts.
ajv.addKeyword({
  keyword: DISTINCT,
  type: 'array',
  before: 'maxItems',
  modifying: true,
  errors: false,
  validate: (_: boolean, items: unknown[]) => {
    items.splice(0, items.length, ...new Set(items));
    return true;
  },
});
// Postgres stores neither NUL nor lone surrogates.
ajv.addFormat('text', (text: string) => !text.includes('\0') && text.isWellFormed());
ajv.addFormat('filled-text', (text: string) => /\S/.test(text) && !text.includes('\0') && text.isWellFormed());

/** Adds a format of a context. @param error message for a text that does not match: `must be ...` */
export function defineFormat(name: string, test: (text: string) => boolean, error: string): void {
  ajv.addFormat(name, test);
  FORMATS[name] = error;
}

export type SchemaValidator = (value: unknown) => { errors: FieldErrors; count: number } | undefined;

/** The check returns undefined for a valid value, otherwise its errors by path (`data.3.name`). */
export function compileSchema(schema: JsonSchema): SchemaValidator {
  let validate: ValidateFunction | undefined;
  return (value) => {
    validate ??= ajv.compile(schema);
    if (validate(value)) return undefined;
    return collect(validate.errors ?? []);
  };
}

function collect(violations: ErrorObject[]): { errors: FieldErrors; count: number } {
  const errors: FieldErrors = Object.create(null) as FieldErrors;
  let count = 0;
  for (const error of violations) {
    const text = explain(error);
    if (text === undefined) continue;
    const path = pathOf(error);
    const texts = (errors[path] ??= []);
    if (texts.includes(text)) continue;
    texts.push(text);
    count++;
  }
  return { errors, count };
}

function pathOf(error: ErrorObject): string {
  const steps = error.instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replace(/~1/g, '/').replace(/~0/g, '~'));
  const params = error.params as { missingProperty?: string; additionalProperty?: string; tag?: string };
  const last =
    params.missingProperty ?? params.additionalProperty ?? (error.keyword === 'discriminator' ? params.tag : undefined);
  if (last !== undefined) steps.push(last);
  return clipped(steps.join('.')).toWellFormed().replaceAll('\0', '') || 'body';
}

/** Unknown field names come from the client, in any length. */
const MAX_PATH_LENGTH = 200;
const clipped = (path: string): string => (path.length > MAX_PATH_LENGTH ? `${path.slice(0, MAX_PATH_LENGTH)}…` : path);

const FORMATS: Record<string, string> = {
  date: 'must be a calendar date, YYYY-MM-DD',
  'date-time': 'must be a time with its offset from UTC, such as 2026-11-20T11:21:15Z',
  'http-url': 'must be a full http or https URL without spaces and credentials',
  text: 'must be text without NUL and unpaired surrogates',
  'filled-text': 'must not be blank, nor contain NUL or unpaired surrogates',
};

const NOT_EXACT = 'must be a number that keeps its digits: at most 15, and not too large; send others as text';

function explain({ keyword, params, schema, parentSchema = {}, data, propertyName }: ErrorObject): string | undefined {
  if (propertyName !== undefined) return `has a key that ${textOf(keyword, schema, parentSchema as JsonSchema)}`;
  if (keyword === 'type' && parentSchema[EXACT] && typeof data === 'number') return NOT_EXACT;
  if (keyword !== 'discriminator') return textOf(keyword, schema, parentSchema as JsonSchema);
  return 'tagValue' in params && params['tagValue'] !== undefined
    ? `must be one of ${typesOf(parentSchema).join(', ')}`
    : undefined;
}

/** The message for a value that violates a keyword of its schema; undefined when another keyword explains it better. */
export function textOf(keyword: string, argument: unknown, schema: JsonSchema): string | undefined {
  switch (keyword) {
    case 'required':
      return 'is required';
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return 'is not a known field';
    case 'type':
      return `must be ${words(argument)}`;
    case 'enum':
      return `must be one of ${(argument as (string | number | null)[]).filter((value) => value !== null).join(', ')}`;
    case 'const':
      return `must be ${JSON.stringify(argument)}`;
    case 'format':
      return FORMATS[String(argument)] ?? `must be a ${String(argument)}`;
    case 'pattern':
      return `must match ${String(argument)}`;
    case 'maxLength':
    case 'minLength':
      return schema['minLength'] === schema['maxLength']
        ? `must be exactly ${String(argument)} characters`
        : `must be at ${keyword === 'maxLength' ? 'most' : 'least'} ${String(argument)} characters`;
    case 'minimum':
      return `must be at least ${String(argument)}`;
    case 'maximum':
      return `must be at most ${String(argument)}`;
    case 'maxItems':
      return argument === 0
        ? `must be empty: ${String(schema['description'])}`
        : `must have at most ${String(argument)} items`;
    case 'minItems':
      return `must have at least ${argument === 1 ? '1 item' : `${String(argument)} items`}`;
    case 'maxProperties':
      return `must have at most ${String(argument)} keys`;
    case 'uniqueItems':
      return 'must not contain the same value twice';
    case 'oneOf':
    case 'anyOf':
    case 'if':
    case 'propertyNames':
      return undefined;
    default:
      return 'is invalid';
  }
}

const typesOf = (schema: ErrorObject['parentSchema']): unknown[] =>
  ((schema?.['oneOf'] ?? []) as { properties: { type: { const?: string; enum?: string[] } } }[]).flatMap(
    ({ properties: { type } }) => type.enum ?? type.const,
  );

const NOUNS: Record<string, string> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
  null: 'null',
};

function words(type: unknown): string {
  const types = Array.isArray(type) ? (type as string[]) : [String(type)];
  return types.map((name) => NOUNS[name] ?? name).join(' or ');
}

/** Rejects white space, which `URL` would drop or encode. */
function isHttpUrl(text: string): boolean {
  return /^https?:\/\/[^\s/][^\s\p{Cc}]*$/iu.test(text) && text.isWellFormed() && isUrlWithoutCredentials(text);
}

/** False for `https://user:password@host`, which would publish the password (docs/contract/decisions.md, URLs). */
export function isUrlWithoutCredentials(text: string): boolean {
  const url = parseUrl(text);
  return url?.username === '' && url.password === '';
}
