const UNPRINTABLE = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;
const ELLIPSIS = '…';
const MAX_WIDTH = 48;

/** A value in a list. */
type Cell = string | number | boolean | null | string[];

const cellOf = (value: Cell | undefined, widest: number): string => {
  const text = Array.isArray(value) ? value.join(', ') : String(value ?? '-');
  const line = text.replace(UNPRINTABLE, ' ');
  return line.length > widest ? line.slice(0, widest - 1) + ELLIPSIS : line;
};

/** Formats rows as a table with a header. Only the last column has unlimited width. */
export function columns(rows: readonly object[]): string {
  const names = Object.keys(rows[0] ?? {});
  const shown = (row: object): string[] =>
    names.map((name, at) =>
      cellOf((row as Record<string, Cell>)[name], at === names.length - 1 ? Number.POSITIVE_INFINITY : MAX_WIDTH),
    );
  const cells = [names, ...rows.map(shown)];
  const widths = names.map((_, at) => Math.max(...cells.map((row) => row[at]!.length)));
  return cells
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
