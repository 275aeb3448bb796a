import { type Contents, contentsOf, type NumberFormat, type Parts, Text } from './sheets.js';
import type { Visitor } from './xml.js';

/** Maximum number of columns, A to XFD. */
const MAX_COLUMNS = 16_384;
/** Maximum number of rows. */
const MAX_ROWS = 1_048_576;
const DAY_MS = 86_400_000;
/** Day 0 of the two date systems of workbooks. */
const DAY_0 = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) };

/** The text format of dates and numbers of a sheet, which stores them as numbers. */
export interface CellStyle {
  /** format of dates, made of YYYY or YY, MM or M, DD or D */
  date: string;
  decimal: '.' | ',';
}

export interface Row {
  /** from 1 */
  line: number;
  cells: string[];
  /** whether a filter, a group or the author hides it */
  isHidden?: boolean;
}

/**
 * Yields the rows of a sheet as text, from the first that is not blank. Only shared strings and a chunk of the sheet are in memory.
 * @param sheet its name or number; default: the first that is not hidden
 */
export async function* rowsOfSheet(parts: Parts, sheet: string | undefined, style: CellStyle): AsyncGenerator<Row> {
  yield* withBlankRows(rowsOf(parts, await contentsOf(parts), sheet, style));
}

/** Adds the blank rows that a sheet omits, from the first row that is not blank. */
async function* withBlankRows(rows: AsyncGenerator<Row>): AsyncGenerator<Row> {
  let next: number | undefined;
  for await (const row of rows) {
    const { line, cells } = row;
    if (next === undefined && cells.every((cell) => cell === '')) continue;
    for (next ??= line; next < line; next++) yield { line: next, cells: [] };
    next = line + 1;
    yield row;
  }
}

async function* rowsOf(
  parts: Parts,
  contents: Contents,
  sheet: string | undefined,
  style: CellStyle,
): AsyncGenerator<Row> {
  const { sheets } = contents;
  const number = /^[1-9]\d{0,3}$/.test(sheet ?? '') ? Number(sheet) : 0;
  const first = sheet === undefined ? (sheets.find(({ isHidden }) => !isHidden) ?? sheets[0]) : undefined;
  const found = first ?? sheets.find(({ name }) => name === sheet) ?? sheets[number - 1];
  if (!found) {
    const names = sheets.map(({ name }) => `"${name}"`).join(', ');
    throw new Error(`it has no sheet "${sheet ?? 1}". Its sheets: ${names}`);
  }
  const rows: Row[] = [];
  for await (const _ of parts.chunks(found.part, new SheetVisitor(rows, contents, style))) yield* rows.splice(0);
}

/** Collects the rows of a sheet. */
class SheetVisitor implements Visitor {
  private readonly inline = new Text();
  private row: Row = { line: 0, cells: [] };
  private column = -1;
  private type = '';
  private format: NumberFormat | undefined;
  private value = '';
  private inValue = false;

  constructor(
    private readonly rows: Row[],
    private readonly contents: Contents,
    private readonly style: CellStyle,
  ) {}

  open(name: string, { r: place, t: type = 'n', s: style = '0', hidden }: Readonly<Record<string, string>>): void {
    if (name === 'row') {
      this.row = { line: place === undefined ? this.row.line + 1 : Number(place), cells: [] };
      if (hidden === '1' || hidden === 'true') this.row.isHidden = true;
      if (!(this.row.line <= MAX_ROWS)) throw new Error(`row ${this.row.line} is beyond the last one, ${MAX_ROWS}`);
      this.column = -1;
    } else if (name === 'c') {
      this.column = place === undefined ? this.column + 1 : columnOf(place);
      if (this.column >= MAX_COLUMNS) throw new Error(`row ${this.row.line} has more than ${MAX_COLUMNS} columns`);
      this.type = type;
      this.format = this.contents.formats[Number(style)];
      this.value = '';
    } else if (name === 'v') this.inValue = true;
    else this.inline.open(name);
  }

  text(text: string): void {
    if (this.inValue) this.value += text;
    else this.inline.add(text);
  }

  close(name: string): void {
    if (name === 'row') this.rows.push({ ...this.row, cells: Array.from(this.row.cells, (cell) => cell ?? '') });
    else if (name === 'c') this.row.cells[this.column] = this.cell();
    else if (name === 'v') this.inValue = false;
    else this.inline.close(name);
  }

  private cell(): string {
    const { type, value } = this;
    const inline = this.inline.flush();
    if (type === 's') return this.contents.strings[Number(value)] ?? '';
    if (type === 'inlineStr') return inline;
    if (type === 'b') return value === '1' ? 'true' : 'false';
    if (type === 'd')
      return dateText(new Date(value.endsWith('Z') ? value : `${value.slice(0, 10)}T00:00:00Z`), this.style.date);
    if (type !== 'n' || value === '') return value; // a computed text, or an error such as #N/A
    if (this.format?.isDate) return dateText(this.dateOf(Number(value)), this.style.date);
    const text = numberText(value, this.style.decimal);
    return /^\d+$/.test(text) ? text.padStart(this.format?.digits ?? 1, '0') : text;
  }

  private dateOf(days: number): Date {
    return new Date(DAY_0[this.contents.is1904 ? 1904 : 1900] + Math.round(days * DAY_MS));
  }
}

/** The column index of a cell, from 0: 27 for `AB12`. */
function columnOf(place: string): number {
  let column = 0;
  for (let at = 0; at < place.length; at++) {
    const code = place.charCodeAt(at);
    if (code < 65) break; // the row number follows
    column = column * 26 + code - 64;
  }
  return column - 1;
}

function numberText(text: string, decimal: string): string {
  const value = Number(text); // yields the shortest form: 2500.1, stored as 2500.0999999999999
  const short = Number.isInteger(value) && !Number.isSafeInteger(value) ? text : String(value);
  return short.replace('.', decimal);
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

function dateText(date: Date, pattern: string): string {
  if (Number.isNaN(date.getTime())) return String(date);
  const [year, month, day] = date.toISOString().slice(0, 10).split('-') as [string, string, string];
  const parts: Record<string, string> = {
    YYYY: year,
    YY: year.slice(2),
    MMM: MONTHS[Number(month) - 1]!,
    MM: month,
    DD: day,
    M: String(Number(month)),
    D: String(Number(day)),
  };
  return pattern.replaceAll('MMMM', 'MMM').replace(/YYYY|YY|MMM|MM|DD|M|D/g, (part) => parts[part]!);
}
