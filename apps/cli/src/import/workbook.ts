import { open, stat } from 'node:fs/promises';
import { MiB } from '@app/platform/core';
import { readSheet } from 'read-excel-file/node';
import { CommandError } from '../errors.js';

/** A sheet is read as a whole, and has a million rows at most. */
const MOST = 20 * MiB;
const ZIP = Buffer.from('PK\x03\x04');

/** How dates and numbers of a sheet are written, which a text file writes itself. */
export interface CellStyle {
  /** of YYYY, MM, M, DD, D */
  date: string;
  decimal: '.' | ',';
}

/** Whether the file is an Excel workbook, `.xlsx`, whatever it is called. */
export async function isWorkbook(file: string): Promise<boolean> {
  const handle = await open(file).catch(() => undefined);
  try {
    const start = await handle?.read(Buffer.alloc(ZIP.length), 0, ZIP.length, 0);
    return start?.buffer.equals(ZIP) ?? false;
  } catch {
    return false; // a folder: reading it fails with the reason
  } finally {
    await handle?.close();
  }
}

/** The rows of a sheet as those of a text file, from the first that is not blank. @param sheet its name or number; default the first */
export async function* sheetRows(
  file: string,
  sheet: string | undefined,
  style: CellStyle,
): AsyncGenerator<{ line: number; cells: string[] }> {
  const { size } = await stat(file);
  if (size > MOST) throw new CommandError(`${file} is larger than ${MOST / MiB} MiB: save its sheet as CSV`);
  const rows = await read(file, sheet);
  const first = rows.findIndex((row) => row.some((cell) => cell !== null));
  for (const [at, row] of rows.entries())
    if (at >= first) yield { line: at + 1, cells: row.map((cell) => textOf(cell, style)) };
}

async function read(file: string, sheet: string | undefined): Promise<unknown[][]> {
  const wanted = sheet !== undefined && /^[1-9]\d{0,3}$/.test(sheet) ? Number(sheet) : sheet;
  try {
    return (await readSheet(file, wanted ?? 1, {
      trim: false,
      parseNumber: (text) => new Figure(text),
    })) as unknown[][];
  } catch (error) {
    // its parser nests with the length of a sheet: 250,000 rows of five columns are read, 400,000 are not
    const reason =
      error instanceof RangeError ? 'it is too long; save its sheet as CSV' : (error as Error).message.trim();
    throw new CommandError(`${file} is an Excel workbook that cannot be read: ${reason}`);
  }
}

/** A number of the workbook, as opposed to a text of digits. */
class Figure {
  constructor(readonly text: string) {}
}

function textOf(cell: unknown, { date, decimal }: CellStyle): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return dateText(cell, date);
  if (!(cell instanceof Figure)) return String(cell as string | boolean);
  const value = Number(cell.text); // its shortest form: 2500.1, stored as 2500.0999999999999
  const text = Number.isInteger(value) && !Number.isSafeInteger(value) ? cell.text : String(value);
  return text.replace('.', decimal);
}

function dateText(date: Date, pattern: string): string {
  const [year, month, day] = date.toISOString().slice(0, 10).split('-') as [string, string, string];
  const parts: Record<string, string> = {
    YYYY: year,
    MM: month,
    DD: day,
    M: String(Number(month)),
    D: String(Number(day)),
  };
  return pattern.replace(/YYYY|MM|DD|M|D/g, (part) => parts[part]!);
}
