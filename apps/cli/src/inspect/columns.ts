const UNPRINTABLE = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;
const ELLIPSIS = '…';
const WIDEST = 48;

/** What a row of a list holds. */
type Cell = string | number | boolean | null | string[];

const cellOf = (value: Cell | undefined): string => {
  const text = Array.isArray(value) ? value.join(', ') : String(value ?? '-');
  const line = text.replace(UNPRINTABLE, ' ');
  return line.length > WIDEST ? line.slice(0, WIDEST - 1) + ELLIPSIS : line;
};

/** Rows as lines of aligned columns under their names. */
export function columns(rows: readonly object[]): string {
  const names = Object.keys(rows[0] ?? {});
  const cells = [names, ...rows.map((row) => names.map((name) => cellOf((row as Record<string, Cell>)[name])))];
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
