import { CommandError } from '../errors.js';
import { OtherFormat } from './source.js';

/** Rows in which the header is looked for: reports have titles above it. */
export const ABOVE_MOST = 20;

/** The names of columns. */
export interface Header {
  cells: readonly string[];
  /** where each wanted column stands */
  places: ReadonlyMap<string, number>;
  /** rows above it, which are skipped */
  above: number;
}

/** @returns undefined unless the row has each wanted column once */
export function headerOf(cells: readonly string[], wanted: readonly string[], above: number): Header | undefined {
  const places = wanted.map((name) => [name, placesOf(cells, name)] as const);
  if (places.some(([, found]) => found.length !== 1)) return undefined;
  return { cells, places: new Map(places.map(([name, [place]]) => [name, place!])), above };
}

/** Cells of this name, else of one that differs in case and spaces only, else the one that `Rent#2` counts. */
function placesOf(cells: readonly string[], name: string): number[] {
  const where = (matches: (cell: string) => boolean) => cells.flatMap((cell, at) => (matches(cell) ? [at] : []));
  const exact = where((cell) => cell === name);
  const found = exact.length > 0 ? exact : where((cell) => simplified(cell) === simplified(name));
  const [, first = '', number] = /^(.+)#([1-9]\d?)$/.exec(name) ?? [];
  return found.length > 0 || number === undefined
    ? found
    : placesOf(cells, first).slice(Number(number) - 1, Number(number));
}

const simplified = (name: string): string => name.trim().replace(/\s+/g, ' ').toLowerCase();

/**
 * What is wrong with the row that has the most of the wanted columns.
 * @param sheets of a workbook
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
    const count = placesOf(row, name).length;
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

/** The delimiter that a header of a single cell contains. */
function delimiterOf([first = '', ...more]: readonly string[]): string | undefined {
  return more.length > 0 ? undefined : [';', '\t', '|'].find((each) => first.includes(each));
}
