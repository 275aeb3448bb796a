import { CsvError, type Info, parse } from 'csv-parse';
import { CommandError } from '../errors.js';
import { MAX_ROWS_ABOVE, type Header, headerOf, withoutHeader } from './header.js';
import { type Meter, type TextFormat, textOf } from './source.js';
import type { CellStyle } from './workbook/rows.js';
import { isWorkbook, sheetNames, sheetRows } from './workbook/workbook.js';

/** Maximum length of a row in characters; a longer one indicates an unclosed quote. */
const MAX_ROW_LENGTH = 1024 * 1024;

interface Row {
  /** line on which it starts, from 1 */
  line: number;
  cells: string[];
  isHidden?: boolean;
}

interface TableRow extends Row {
  /** the header; rows of a text file may have more or fewer cells */
  header: Header;
}

export interface TableFormat extends TextFormat {
  /** sheet of a workbook, by name or number */
  sheet?: string | undefined;
  /** format of dates and numbers of a workbook */
  cells?: CellStyle;
  /** called for each hidden row of a workbook, which is skipped */
  onHidden?: (line: number) => void;
}

const PLAIN: CellStyle = { date: 'YYYY-MM-DD', decimal: '.' };

/**
 * Yields the rows of a CSV file or a sheet below its header, the first row with all wanted columns.
 * @throws CommandError naming the line at which the file is not valid CSV, or the missing columns
 */
export async function* tableRows(
  file: string,
  wanted: readonly string[],
  format: TableFormat = {},
  meter?: Meter,
): AsyncGenerator<TableRow> {
  const isSheet = await isWorkbook(file);
  const { sheet, cells: style = PLAIN, onHidden } = format;
  const above: string[][] = [];
  let header: Header | undefined;
  const rows: AsyncGenerator<Row> = isSheet ? sheetRows(file, sheet, style) : textRows(file, format, meter);
  for await (const { line, cells, isHidden } of rows) {
    if (isHidden) onHidden?.(line);
    else if (header) {
      // cells next to the table belong to no column
      const row = isSheet ? header.cells.map((_, at) => cells[at] ?? '') : cells;
      yield { line, cells: row, header };
    } else {
      header = headerOf(cells, wanted, above.length);
      if (!header && above.push(cells) === MAX_ROWS_ABOVE) break;
    }
  }
  if (above.length === 0 && !header) throw new CommandError(`${file} is empty`);
  if (!header) throw withoutHeader(file, above, wanted, isSheet ? await sheetNames(file) : []);
}

async function* textRows(file: string, { delimiter = ',', encoding }: TableFormat, meter?: Meter): AsyncGenerator<Row> {
  const parser = parse({
    delimiter,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    bom: true,
    relax_quotes: true, // for ="0104"
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: MAX_ROW_LENGTH,
  });
  const feed = feedInto(parser, textOf(file, encoding, meter));
  let doubled = 0; // the parser counts CR LF inside quotes as two lines
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      doubled += newlines(record, /\r\n/g);
      yield { line: info.lines - doubled - newlines(record, /\r\n|\n|\r/g), cells: record.map(withoutFormula) };
    }
  } catch (error) {
    if (error instanceof CsvError) throw new CommandError(`${file}:${String(error['lines'])}: ${error.message}`);
    throw error;
  } finally {
    parser.destroy();
  }
  await feed;
}

/** The text of a formula that only holds a text, with which programs keep leading zeros: `="0104"`. */
const withoutFormula = (cell: string): string =>
  cell.startsWith('="') ? cell.replace(/^="((?:[^"]|"")*)"$/, (_, text: string) => text.replaceAll('""', '"')) : cell;

const newlines = (cells: readonly string[], kind: RegExp): number =>
  cells.reduce((count, cell) => count + (cell.match(kind)?.length ?? 0), 0);

/** Feeds the parser with back-pressure; an error while reading destroys the parser. */
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
