import { parse } from 'csv-parse/browser/esm/sync';
import type { PriceEntry } from '@app/sdk';
import { readWorkbook } from './read-workbook.js';

export interface Row {
  /** from 1 */
  line: number;
  cells: string[];
}

/** What a file of prices contains: entries as the API takes them, or a table whose columns are still to be named. */
export type PriceFile = { entries: PriceEntry[] } | { header: string[]; rows: Row[]; hidden: number };

/** What the API takes in one request. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Reports start with titles. */
const MAX_ROWS_ABOVE = 20;

export const FIELDS = {
  unit_number: { label: 'Unit number', names: ['unit', 'unit number', 'number', 'apartment'], isRequired: true },
  provider_id: { label: 'Id of the sender', names: ['id', 'provider id', 'unit id', 'external id'], isRequired: true },
  price: { label: 'Price', names: ['price', 'rent', 'market rent', 'monthly rent'], isRequired: true },
  available_on: {
    label: 'Available on',
    names: ['available', 'available on', 'available date', 'date available'],
    isRequired: true,
  },
  lease_term: { label: 'Lease term', names: ['lease term', 'term', 'months'], isRequired: false },
  lease_starts_on: {
    label: 'Lease starts on',
    names: ['lease starts on', 'lease start', 'start'],
    isRequired: false,
  },
  status: { label: 'Status', names: ['status'], isRequired: false },
  specials_description: {
    label: 'Special',
    names: ['specials description', 'special', 'specials', 'concession'],
    isRequired: false,
  },
  building: { label: 'Building', names: ['building'], isRequired: false },
} as const;
export type Field = keyof typeof FIELDS;

/** Index of the column of each field. */
export type Columns = Partial<Record<Field, number>>;

export const DATES = ['YYYY-MM-DD', 'MM/DD/YYYY', 'DD/MM/YYYY', 'DD.MM.YYYY'] as const;
export interface Format {
  date: (typeof DATES)[number];
  decimal: '.' | ',';
}

/** @throws Error for a file that cannot be read, in words for people */
export async function readPriceFile(file: File): Promise<PriceFile> {
  if (file.size > MAX_BYTES) throw new Error('The file is larger than 64 MiB.');
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return withHeader(await readWorkbook(bytes));
  const text = textOf(bytes);
  return /^\s*[[{]/.test(text) ? { entries: entriesIn(text) } : withHeader({ rows: rowsOf(text), hidden: 0 });
}

function textOf(bytes: Uint8Array): string {
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (isWide) return new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes);
  if (bytes.includes(0)) throw new Error('The file is none of CSV, XLSX and JSON.');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function entriesIn(text: string): PriceEntry[] {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch (error) {
    throw new Error(`The file is not valid JSON: ${(error as Error).message}`, { cause: error });
  }
  if (!Array.isArray(read)) throw new Error('The file must contain an array of entries.');
  return read as PriceEntry[];
}

function rowsOf(text: string): Row[] {
  const start = text.split(/\r?\n/, MAX_ROWS_ABOVE).join('\n');
  const [delimiter] = [',', ';', '\t'].sort((a, b) => start.split(b).length - start.split(a).length);
  try {
    const read = parse(text, {
      delimiter: delimiter!,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      bom: true,
    });
    return (read as unknown as { record: string[]; info: { lines: number } }[]).map(({ record, info }) => ({
      line: info.lines,
      cells: record.map(withoutFormula),
    }));
  } catch (error) {
    throw new Error(`The file is not valid CSV: ${(error as Error).message}`, { cause: error });
  }
}

/** The text of a formula that only holds a text: `="0104"`. */
const withoutFormula = (cell: string): string => cell.replace(/^="((?:[^"]|"")*)"$/, '$1');

function withHeader({ rows, hidden }: { rows: Row[]; hidden: number }): PriceFile {
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const top = filled.slice(0, MAX_ROWS_ABOVE);
  const known = top.findIndex(({ cells }) => Object.keys(columnsOf(cells)).length > 1);
  const at = known < 0 ? top.findIndex(({ cells }) => cells.filter((cell) => cell.trim() !== '').length > 1) : known;
  if (at < 0) throw new Error('The file has no row with the names of its columns.');
  const header = filled[at]!.cells.map((name) => name.trim());
  return { header, rows: filled.slice(at + 1), hidden };
}

/** The columns whose names say what they are. */
export function columnsOf(header: string[]): Columns {
  const names = header.map((name) =>
    name
      .trim()
      .toLowerCase()
      .replaceAll(/[\s_]+/g, ' '),
  );
  const columns: Columns = {};
  for (const [field, { names: wanted }] of Object.entries(FIELDS)) {
    const at = names.findIndex((name) => name === field.replaceAll('_', ' ') || wanted.some((each) => each === name));
    if (at >= 0) columns[field as Field] = at;
  }
  return columns;
}

export const missingIn = (columns: Columns): string[] =>
  Object.entries(FIELDS).flatMap(([field, { label, isRequired }]) =>
    isRequired && columns[field as Field] === undefined ? label : [],
  );

export interface Read {
  entries: PriceEntry[];
  /** the line of each entry */
  lines: number[];
  /** what cannot be read, in order */
  errors: string[];
}

/** Reads the rows of a table. Empty cells count as missing. */
export function entriesOf(rows: Row[], columns: Columns, format: Format): Read {
  const read: Read = { entries: [], lines: [], errors: [] };
  for (const { line, cells } of rows) {
    const entry: Record<string, unknown> = {};
    for (const [name, at] of Object.entries(columns)) {
      const cell = cells[at]?.trim() ?? '';
      if (cell === '') continue;
      const value = valueOf(name as Field, cell, format);
      if (value === undefined) read.errors.push(`Row ${line}: ${faultOf(name as Field, cell, format)}.`);
      else entry[name] = value;
    }
    read.entries.push(entry as unknown as PriceEntry);
    read.lines.push(line);
  }
  return read;
}

function valueOf(field: Field, cell: string, { date, decimal }: Format): string | number | undefined {
  if (field === 'price') return amountOf(cell, decimal);
  if (field === 'lease_term') return /^\d{1,3}$/.test(cell) ? Number(cell) : undefined;
  return field.endsWith('_on') ? dateOf(cell, date) : cell;
}

const faultOf = (field: Field, cell: string, { date }: Format): string => {
  const text = cell.length > 60 ? `${cell.slice(0, 60)}…` : cell;
  if (field.endsWith('_on')) return `"${text}" is not a date such as ${date}`;
  return field === 'price' ? `the price "${text}" is not a whole amount` : `"${text}" is not a number of months`;
};

/** `$1,850.00` */
function amountOf(cell: string, decimal: '.' | ','): number | undefined {
  const digits = cell.replaceAll(/\p{Sc}|\s|^[A-Z]{3}|[A-Z]{3}$/gu, '');
  const plain = decimal === '.' ? digits : digits.replaceAll(/[.,]/g, (mark) => (mark === '.' ? ',' : '.'));
  return /^(\d+|\d{1,3}(,\d{3})+)(\.0+)?$/.test(plain) ? Number(plain.replaceAll(',', '')) : undefined;
}

/** A date, also with midnight after it. Whether there is such a day is for the service to say. */
function dateOf(cell: string, format: Format['date']): string | undefined {
  const text = cell.replace(/[T ]0?0:00(:00(\.0+)?)?(Z|[+-]\d\d:\d\d)?$/, '');
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return text;
  const [, first, mark, second, year] = /^(\d{1,2})([./])(\d{1,2})\2(\d{4})$/.exec(text) ?? [];
  if (mark === undefined || mark !== format[2]) return undefined;
  const [month, day] = format.startsWith('MM') ? [first, second] : [second, first];
  return `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`;
}
