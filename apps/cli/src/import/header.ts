import { CommandError } from '../errors.js';
import { OtherFormat } from './source.js';

/** Maximum number of rows above the header, because reports start with titles. */
export const MAX_ROWS_ABOVE = 20;

/** The header row of a table. */
export interface Header {
  cells: readonly string[];
  /** index of each wanted column */
  positions: ReadonlyMap<string, number>;
  /** number of skipped rows above it */
  above: number;
}

/** @returns undefined unless the row has each wanted column exactly once */
export function headerOf(cells: readonly string[], wanted: readonly string[], above: number): Header | undefined {
  const positions = wanted.map((name) => [name, positionsOf(cells, name)] as const);
  if (positions.some(([, found]) => found.length !== 1)) return undefined;
  return { cells, positions: new Map(positions.map(([name, [position]]) => [name, position!])), above };
}

/** Finds cells by exact name, otherwise ignoring case and spaces, otherwise by a number among equal names: `Rent#2`. */
function positionsOf(cells: readonly string[], name: string): number[] {
  const where = (matches: (cell: string) => boolean) => cells.flatMap((cell, at) => (matches(cell) ? [at] : []));
  const exact = where((cell) => cell === name);
  const found = exact.length > 0 ? exact : where((cell) => simplified(cell) === simplified(name));
  const [, first = '', number] = /^(.+)#([1-9]\d?)$/.exec(name) ?? [];
  return found.length > 0 || number === undefined
    ? found
    : positionsOf(cells, first).slice(Number(number) - 1, Number(number));
}

const simplified = (name: string): string => name.trim().replace(/\s+/g, ' ').toLowerCase();

/**
 * Describes what is wrong with the row that has most of the wanted columns.
 * @param sheets names of the workbook's sheets
 */
export function withoutHeader(
  file: string,
  rows: readonly string[][],
  wanted: readonly string[],
  sheets: readonly string[],
): CommandError {
  const [header] = rows
    .map((row) => ({ row, missing: wanted.filter((name) => !simplified(row.join(' ')).includes(simplified(name))) }))
    .sort((one, other) => one.missing.length - other.missing.length);
  const { row } = header!;
  const errors = wanted.flatMap((name) => {
    const count = positionsOf(row, name).length;
    if (count === 1) return [];
    if (count === 0) return [`has no column "${name}"`];
    return [`has ${count} columns "${name}": --map can name them "${name}#1", "${name}#2"`];
  });
  const named = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ');
  const others = sheets.length > 1 ? `. Choose one of its sheets with --sheet: ${named(sheets)}` : '';
  const text = `${file} ${errors.join(', ')}. Its columns: ${named(row)}${others}`;
  const delimiter = delimiterOf(row);
  if (delimiter === undefined) return new CommandError(text);
  return new OtherFormat(`${text}. Try --delimiter ${delimiter === '\t' ? 'tab' : `"${delimiter}"`}`, { delimiter });
}

/** Guesses the delimiter from a header with a single cell. */
function delimiterOf([first = '', ...more]: readonly string[]): string | undefined {
  return more.length > 0 ? undefined : [';', '\t', '|'].find((each) => first.includes(each));
}
