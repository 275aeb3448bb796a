import { isDate, timeOf, timeText } from '../../core/model/dates.js';
import { isId } from '../../core/model/ids.js';
import { camelCase } from '../../core/model/names.js';
import { DEFAULT_PER_PAGE, MAX_PER_PAGE } from '../responses/paging.js';
import type { Sort } from '../../persistence/reads/sort.js';
import type { JsonSchema } from '../../core/validation/json-schema.js';

export interface QueryParameter {
  name: string;
  description: string;
  schema: JsonSchema;
  example?: unknown;
  /** whether the Swagger UI fills in the example, although the parameter is optional */
  prefilled?: boolean;
  /** whether an absent or empty parameter is an error */
  required?: boolean;
  /** with the prefix `service.`; requests that send the parameter need it in addition to that of the operation */
  permission?: string;
  /** as `permission`, of each name in a list that needs one */
  permissions?: Readonly<Record<string, string | undefined>>;
  property: string;
  /** @returns the value or an error message */
  parse(text: string): { value: unknown } | { error: string };
}

export type Parsed = ReturnType<QueryParameter['parse']>;

const parameter = (
  name: string,
  description: string,
  rest: Omit<QueryParameter, 'name' | 'description' | 'property'>,
): QueryParameter => ({
  name,
  description,
  property: camelCase(name, '-'),
  ...rest,
});

const parseText = (sent: string, max: number): Parsed =>
  [...sent].length > max ? { error: `must be at most ${max} characters` } : { value: sent };

/** Text, at most `max` characters. */
export const text = (name: string, max: number, description: string, example?: string) =>
  parameter(name, description, {
    schema: { type: 'string', maxLength: max },
    ...(example !== undefined && { example }),
    parse: (sent) => parseText(sent, max),
  });

/** One of several values: a list, or what each stands for. */
export function choice(name: string, values: readonly string[] | Record<string, unknown>, description: string) {
  const meanings = new Map<string, unknown>(
    Array.isArray(values) ? values.map((value: string) => [value, value]) : Object.entries(values),
  );
  const names = [...meanings.keys()];
  return parameter(name, description, {
    schema: { type: 'string', enum: names },
    parse: (sent) =>
      meanings.has(sent) ? { value: meanings.get(sent) } : { error: `must be one of ${names.join(', ')}` },
  });
}

/** `1` for true, `0` for false. */
export const flag = (name: string, description: string) => choice(name, { 0: false, 1: true }, description);

/** The order of a list: one of these, or by id. */
export const sort = (sorts: Readonly<Record<string, Sort>>) =>
  choice(
    'sort',
    sorts,
    'Order of the list, by default `id`; descending after a minus. Where values are equal, ids decide. Follow `next_url`: pages then neither skip nor repeat what does not change.',
  );

/** Some of several names, separated by commas. @param names with the permission that each needs, without the prefix `service.` */
export function names(
  name: string,
  names: Readonly<Record<string, string | undefined>>,
  description: string,
  example: string,
): QueryParameter {
  const known = Object.keys(names);
  const needed = Object.entries(names).filter(([, permission]) => permission !== undefined);
  return parameter(name, `${description} Separated by commas: ${known.map((each) => `\`${each}\``).join(', ')}.`, {
    schema: { type: 'string', maxLength: known.join(',').length },
    example,
    permissions: Object.fromEntries(needed.map(([each, permission]) => [each, `service.${permission}`])),
    parse: (sent) => {
      const unknown = sent.split(',').find((each) => !Object.hasOwn(names, each));
      if (unknown === undefined) return { value: [...new Set(sent.split(','))] };
      return { error: `has the unknown name ${JSON.stringify(unknown.slice(0, 63))}: known are ${known.join(', ')}` };
    },
  });
}

/** An id; a malformed one matches nothing. */
export const id = (name: string, description: string) =>
  parameter(name, description, {
    schema: { type: 'string', maxLength: 255 },
    example: '1',
    parse: (sent) => {
      const parsed = parseText(sent, 255);
      return 'error' in parsed || isId(sent) ? parsed : { value: '0' };
    },
  });

/** An instant, or a date meaning midnight UTC; truncated to seconds, as text for Postgres. */
export const instant = (name: string, description: string) =>
  parameter(name, description, {
    schema: { type: 'string', format: 'date-time' },
    example: '2026-11-20T11:21:15+00:00',
    parse: (sent) => {
      const text = sent.replace(/ (\d\d:\d\d)$/, '+$1'); // an unescaped plus
      const time = timeOf(isDate(text) ? `${text}T00:00:00Z` : text);
      if (Number.isNaN(time)) return { error: 'must be a time such as 2026-11-20T11:21:15Z, or a date' };
      return { value: timeText(time) };
    },
  });

export const required = (parameter: QueryParameter): QueryParameter => ({ ...parameter, required: true });

/** Makes a parameter need a permission. @param permission without the prefix `service.` */
export const permitted = (permission: string, parameter: QueryParameter): QueryParameter => ({
  ...parameter,
  permission: `service.${permission}`,
});

/** `dry-run` of a deletion. The Swagger UI fills in the example: with `1`, trying out a deletion deletes nothing. */
export const dryRun = (description: string, example = '1'): QueryParameter => ({
  ...flag('dry-run', description),
  example,
  prefilled: true,
});

const MAX_INT32 = 2147483647;

/** A whole number from 1; more than `max` means `max`. */
const count = (name: string, max: number, description: string, example: number) =>
  parameter(name, description, {
    schema: { type: 'integer', format: 'int32', minimum: 1 },
    example,
    parse: (sent) => {
      const value = Number(sent);
      if (!/^\d{1,10}$/.test(sent) || value < 1 || value > MAX_INT32)
        return { error: `must be a whole number from 1 to ${MAX_INT32}, in plain digits` };
      return { value: Math.min(value, max) };
    },
  });

export const paging: QueryParameter[] = [
  count('page', MAX_INT32, 'Number of the page, from 1.', 1),
  count(
    'per-page',
    MAX_PER_PAGE,
    `Items on a page; default ${DEFAULT_PER_PAGE}, at most ${MAX_PER_PAGE}.`,
    DEFAULT_PER_PAGE,
  ),
  flag('total', '`1` adds `paging.total_count`, the number of items on all pages.'),
];

/** Read with every list, and decoded together with its page. */
export const CURSOR = parameter(
  'cursor',
  'Part of `next_url`, and of `prev_url` in some lists; opaque, and valid for its page only. Follow these instead of setting it yourself.',
  { schema: { type: 'string' }, parse: (sent) => ({ value: sent }) },
);
