import { CsvError, type Info, parse } from 'csv-parse';
import { CommandError } from '../errors.js';
import { type Meter, OtherFormat, type TextFormat, textOf } from './source.js';
import { type CellStyle, isWorkbook, sheetRows } from './workbook.js';

/** A row longer than this is no row, but a quote that is never closed. Characters. */
const ROW_MOST = 1024 * 1024;

export interface TableRow {
  /** on which it begins, from 1 */
  line: number;
  /** as wide as the header, or not */
  cells: string[];
}

export interface TableFormat extends TextFormat {
  /** of a workbook, by name or number */
  sheet?: string | undefined;
  /** how the dates and numbers of a workbook are written */
  cells?: CellStyle;
}

const PLAIN: CellStyle = { date: 'YYYY-MM-DD', decimal: '.' };

/** The rows of a CSV file as it is read, or of a sheet, the header first. @throws CommandError naming the line where it is no CSV */
export async function* tableRows(
  file: string,
  { delimiter = ',', encoding = 'utf-8', sheet, cells = PLAIN }: TableFormat = {},
  meter?: Meter,
): AsyncGenerator<TableRow> {
  if (await isWorkbook(file)) return yield* sheetRows(file, sheet, cells);
  const parser = parse({
    delimiter,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    bom: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: ROW_MOST,
  });
  const feed = feedInto(parser, textOf(file, encoding, meter));
  let doubled = 0; // the parser counts CR LF inside quotes as two lines
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      doubled += newlines(record, /\r\n/g);
      yield { line: info.lines - doubled - newlines(record, /\r\n|\n|\r/g), cells: record };
    }
  } catch (error) {
    if (error instanceof CsvError) throw new CommandError(`${file}:${String(error['lines'])}: ${error.message}`);
    throw error;
  } finally {
    parser.destroy();
  }
  await feed;
}

const newlines = (cells: readonly string[], kind: RegExp): number =>
  cells.reduce((count, cell) => count + (cell.match(kind)?.length ?? 0), 0);

/** Waits for the parser where that is slower than the disk; an error of the file ends the parser with it. */
async function feedInto(parser: ReturnType<typeof parse>, text: AsyncIterable<string>): Promise<void> {
  const closed = new Promise<void>((resolve) => parser.once('close', resolve));
  try {
    for await (const each of text) {
      if (parser.destroyed) return;
      if (!parser.write(each))
        await Promise.race([new Promise<void>((resolve) => parser.once('drain', resolve)), closed]);
    }
    parser.end();
  } catch (error) {
    parser.destroy(error as Error);
  }
}

/** Where each column stands. @throws CommandError when one is not there, or twice */
export function columnsOf(file: string, header: readonly string[], wanted: readonly string[]): Map<string, number> {
  const errors = wanted.flatMap((name) => {
    const count = header.filter((column) => column === name).length;
    if (count === 1) return [];
    return [count === 0 ? `has no column "${name}"` : `has ${count} columns "${name}"`];
  });
  if (errors.length > 0) {
    const text = `${file} ${errors.join(', ')}. Its columns: ${header.map((name) => `"${name}"`).join(', ')}`;
    const delimiter = delimiterOf(header);
    if (delimiter === undefined) throw new CommandError(text);
    throw new OtherFormat(`${text}. Try --delimiter ${delimiter === '\t' ? 'tab' : `"${delimiter}"`}`, { delimiter });
  }
  return new Map(wanted.map((name) => [name, header.indexOf(name)]));
}

/** The delimiter that a header of a single cell contains. */
function delimiterOf([first = '', ...more]: readonly string[]): string | undefined {
  return more.length > 0 ? undefined : [';', '\t', '|'].find((each) => first.includes(each));
}
