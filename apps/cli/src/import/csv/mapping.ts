import { isDate, type JsonSchema } from '@app/platform/core';
import { fieldsOf } from '@app/platform/rest';
import { checkEntry, CreatePricingEntryDto, type SentEntry } from '@app/pricing/contract';
import { UsageError } from '../../errors.js';
import { MIDNIGHT } from '../dates.js';
import { hintsFor } from './hints.js';
import { monthNamed } from './months.js';

const WRITTEN = fieldsOf(CreatePricingEntryDto);
const SCHEMAS = new Map(WRITTEN.map(({ name, schema }) => [name, schema]));
const REQUIRED = WRITTEN.filter(({ required }) => required).map(({ name }) => name);
/** The field with arbitrary keys: `leasing_fields.quote=Quote`. */
const FREE = 'leasing_fields';

/** The formats of the cells in a file. */
export interface CellFormat {
  /** format of dates, made of YYYY or YY, MMM (a name), MM or M, DD or D */
  date: string;
  decimal: '.' | ',';
  /** separator of thousands; undefined = none */
  thousands: string | undefined;
  /** optional text before or after amounts */
  currency: string | undefined;
  /** whether to round prices to whole numbers */
  round: boolean;
  /** whether to remove spaces around cells */
  trim: boolean;
}

export type Columns = ReadonlyMap<string, string>;

/** The fields that columns may be named for. */
export interface MappedFields {
  /** what has them: `a price` */
  of: string;
  names: readonly string[];
  required: readonly string[];
  /** the field with arbitrary keys */
  free?: string;
}

export const PRICE_FIELDS: MappedFields = { of: 'a price', names: [...SCHEMAS.keys()], required: REQUIRED, free: FREE };

/** Parses columns by field: `unit_number=Unit,price=Rent`. A comma belongs to a column name unless a field follows. @throws UsageError */
export function columnsByField(command: string, text: string, fields: MappedFields): Columns {
  const { of, free } = fields;
  const pairs = text.split(/,(?=[a-z_]+(?:\.[^=,]+)?=)/).map((pair) => {
    const at = pair.indexOf('=');
    return [at < 0 ? pair : pair.slice(0, at), at < 0 ? '' : pair.slice(at + 1)] as const;
  });
  const names = pairs.map(([field]) => field);
  const errors = pairs.flatMap(([field, column]) => [
    ...(fields.names.includes(field) || field.startsWith(`${free}.`) ? [] : [`"${field}" is not a field of ${of}`]),
    ...(field === free ? [`${free} needs a key: ${free}.quote=Quote`] : []),
    ...(column === '' ? [`"${field}" names no column`] : []),
    ...(names.indexOf(field) < names.lastIndexOf(field) ? [`"${field}" is there twice`] : []),
  ]);
  for (const field of fields.required) if (!names.includes(field)) errors.push(`${field} is missing`);
  if (errors.length === 0) return new Map(pairs);
  const known = fields.names.map((field) => (field === free ? `${free}.KEY` : field));
  throw new UsageError(`--map: ${[...new Set(errors)].join(', ')}; fields are ${known.join(', ')}`, command);
}

/** A parsed row, and its errors by the rules of the API and the specified format. */
export interface EntryRead {
  entry: SentEntry;
  errors: string[];
  /** options that may help */
  hints: string[];
}

/** @param cellOf returns the cell of a column */
export function entryOf(columns: Columns, cellOf: (column: string) => string, format: CellFormat): EntryRead {
  const entry: Record<string, unknown> = {};
  const leasing: Record<string, string> = {};
  const errors = new Map<string, string>();
  const hints = new Set<string>();
  for (const [field, column] of columns) {
    const cell = format.trim ? cellOf(column).trim() : cellOf(column);
    if (cell === '') continue; // an empty cell omits the field
    if (field.startsWith(`${FREE}.`)) {
      leasing[field.slice(FREE.length + 1)] = cell;
      continue;
    }
    const value = valueOf(SCHEMAS.get(field)!, cell, format);
    if (typeof value === 'object') errors.set(field, `${field} ${value.error}`);
    else entry[field] = field === 'price' && format.round && typeof value === 'number' ? Math.round(value) : value;
    if (typeof value === 'object' || (typeof value === 'number' && !Number.isInteger(value)))
      for (const hint of hintsFor(field, cell, format)) hints.add(hint);
  }
  if (Object.keys(leasing).length > 0) entry[FREE] = leasing;
  for (const [field, texts] of Object.entries(checkEntry(entry)?.errors ?? {}))
    if (!errors.has(field)) errors.set(field, `${field} ${texts.join(', ')}`);
  return { entry: entry as unknown as SentEntry, errors: [...errors.values()], hints: [...hints] };
}

/** The value of a cell that is not empty, by the schema of its field. */
export function valueOf(schema: JsonSchema, cell: string, format: CellFormat): string | number | { error: string } {
  if ([schema['type']].flat().some((type) => type === 'integer' || type === 'number')) return numberOf(cell, format);
  return schema['format'] === 'date' ? dateOf(cell, format) : cell;
}

function numberOf(cell: string, format: CellFormat): number | { error: string } {
  const { decimal, thousands, currency } = format;
  const bare = currency ? withoutCurrency(cell, currency) : cell;
  const { ambiguous, number } = numberPatterns(format);
  if (ambiguous?.test(bare)) return { error: `"${cell}" may be a number of thousands` };
  const match = number.exec(bare);
  if (match) return Number(`${match[1]!.replace(/[^\d-]/g, '')}.${match[2] ?? '0'}`);
  const stated = [
    `decimal "${decimal}"`,
    ...(thousands ? [`thousands "${thousands}"`] : []),
    ...(currency ? [`currency "${currency}"`] : []),
  ];
  return { error: `"${cell}" is not a number (${stated.join(', ')})` };
}

interface NumberPatterns {
  /** of what may be thousands or decimals; undefined if the format names the separator of thousands */
  ambiguous: RegExp | undefined;
  number: RegExp;
}

const compiledNumbers = new WeakMap<CellFormat, NumberPatterns>();

/** Compiles a number format once, because a table has many numbers. */
function numberPatterns(format: CellFormat): NumberPatterns {
  const known = compiledNumbers.get(format);
  if (known) return known;
  const { thousands } = format;
  const decimal = quoted(format.decimal);
  const group = thousands === undefined ? '' : `|\\d{1,3}(?:${MARKS[thousands] ?? quoted(thousands)}\\d{3})+`;
  const patterns = {
    ambiguous: thousands === undefined ? new RegExp(`^-?\\d{1,3}${decimal}\\d{3}$`) : undefined,
    number: new RegExp(`^(-?(?:\\d+${group}))(?:${decimal}(\\d+))?$`),
  };
  compiledNumbers.set(format, patterns);
  return patterns;
}

/** Patterns for separators with several variants: any space, either apostrophe. */
const MARKS: Record<string, string> = { ' ': '\\s', "'": "['’]" };

function withoutCurrency(cell: string, currency: string): string {
  if (cell.startsWith(currency)) return cell.slice(currency.length).trimStart();
  return cell.endsWith(currency) ? cell.slice(0, -currency.length).trimEnd() : cell;
}

/** `Mar`, `Sept.`, `août` */
const MONTH_NAME = '(?<month>[^\\d\\s.,/-]{3,}\\.?)';
const TOKENS: Record<string, string> = {
  YYYY: '(?<year>\\d{4})',
  YY: '(?<year>\\d{2})',
  MMMM: MONTH_NAME,
  MMM: MONTH_NAME,
  MM: '(?<month>\\d{2})',
  DD: '(?<day>\\d{2})',
  M: '(?<month>\\d{1,2})',
  D: '(?<day>\\d{1,2})',
};

function dateOf(cell: string, { date }: CellFormat): string | { error: string } {
  const { year, month, day } = datePattern(date)?.exec(cell.replace(MIDNIGHT, ''))?.groups ?? {};
  const number = month && (/^\d/.test(month) ? month.padStart(2, '0') : monthNamed(month));
  const text = year && number ? `${year.padStart(4, '20')}-${number}-${day!.padStart(2, '0')}` : '';
  return isDate(text) ? text : { error: `"${cell}" is not a date such as ${date}` };
}

const patterns = new Map<string, RegExp | undefined>();

/** Compiles a date format. @returns undefined unless it has year, month and day once each */
export function datePattern(format: string): RegExp | undefined {
  if (!patterns.has(format)) patterns.set(format, compiled(format));
  return patterns.get(format);
}

function compiled(format: string): RegExp | undefined {
  const parts = format.split(/(YYYY|YY|MMMM|MMM|MM|DD|M|D)/);
  const isToken = (part: string) => Object.hasOwn(TOKENS, part);
  const tokens = parts.filter(isToken).map((part) => part[0]!);
  if (
    ['Y', 'M', 'D'].some((token) => tokens.filter((each) => each === token).length !== 1) ||
    parts.some((part) => !isToken(part) && /[\p{L}\d]/u.test(part))
  )
    return undefined;
  return new RegExp(`^${parts.map((part) => (isToken(part) ? TOKENS[part] : quoted(part))).join('')}$`);
}

const quoted = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
