import { parse } from 'csv-parse/browser/esm/sync';

/** A line of a list of third-party ids. */
export interface Listed {
  /** from 1, with the names of the columns */
  line: number;
  id: string;
  number: string;
  /** empty: any */
  building: string;
  plan: string;
}

export interface List {
  rows: Listed[];
  errors: string[];
}

type Column = Exclude<keyof Listed, 'line'>;

const NAMES: Record<Column, readonly string[]> = {
  id: ['id', 'reference', 'external id', 'third party id', 'unit id', 'unit code', 'code', 'value'],
  number: ['number', 'unit number', 'unit', 'apartment'],
  building: ['building', 'building name'],
  plan: ['plan', 'floor plan', 'floorplan', 'floor plan name', 'layout'],
};

const DELIMITERS = ['\t', ';', ','];
const MAX_ROWS = 50_000;
const MAX_ERRORS = 20;

/** Reads rows separated by tabs, commas or semicolons, with the names of the columns in the first one. */
export function readList(text: string): List {
  if (/[\0\ufffd]/.test(text)) return refused('This is not a text in UTF-8. Save the list as CSV (UTF-8).');
  const [first = ''] = text.trimStart().split('\n', 1);
  const delimiter = DELIMITERS.find((each) => first.includes(each));
  if (!delimiter) return text.trim() === '' ? { rows: [], errors: [] } : refused('The first row must name the columns "id" and "number".'); // oxfmt-ignore
  let lines: { record: string[]; info: { lines: number } }[];
  try {
    lines = parse(text, {
      delimiter,
      bom: true,
      trim: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
    }) as never;
  } catch (error) {
    return refused((error as Error).message);
  }
  const [head, ...rest] = lines;
  const columns = new Map<Column, number>();
  for (const [column, names] of Object.entries(NAMES) as [Column, readonly string[]][]) {
    const at = head!.record.findIndex((name) => names.includes(name.toLowerCase().replaceAll(/[\s_-]+/g, ' ')));
    if (at >= 0) columns.set(column, at);
  }
  const missing = (['id', 'number'] as const).find((column) => !columns.has(column));
  if (missing) return refused(`The first row must name the columns "id" and "number"; it has no "${missing}".`);
  if (rest.length > MAX_ROWS) return refused(`The list has more than ${MAX_ROWS} rows.`);
  return checked(
    rest.map(({ record, info }) => {
      const cell = (column: Column) => record[columns.get(column) ?? -1] ?? '';
      return { line: info.lines, id: cell('id'), number: cell('number'), building: cell('building'), plan: cell('plan') }; // oxfmt-ignore
    }),
  );
}

const refused = (error: string): List => ({ rows: [], errors: [error.slice(0, 200)] });

function checked(rows: Listed[]): List {
  const errors = rows.flatMap(({ line, id, number }) => {
    if (id === '') return [`Line ${line}: the id is missing.`];
    if (number === '') return [`Line ${line}: the number is missing.`];
    return id.length > 255 ? [`Line ${line}: the id is longer than 255 characters.`] : [];
  });
  if (errors.length > MAX_ERRORS) errors.splice(MAX_ERRORS, Infinity, `And ${errors.length - MAX_ERRORS} more lines.`);
  return { rows, errors };
}
