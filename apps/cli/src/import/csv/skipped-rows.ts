import { counted } from '../../counted.js';

/** Numbers of rows that are not prices. */
export interface SkippedRows {
  /** titles above the header */
  above: number;
  blank: number;
  total: number;
}

const TOTAL = /^\s*((grand\s+|sub-?)?totals?|totale|totaal|summen?|sum|gesamt(summe)?|zwischensumme|average|count)\b/i;

/**
 * A blank row, or a row of totals below the table: it begins with such a word and names no unit.
 * @param names the cells that name a unit in other rows
 */
export function kindOfSkipped(cells: readonly string[], names: readonly string[]): 'blank' | 'total' | undefined {
  const first = cells.find(isFilled);
  if (first === undefined) return 'blank';
  return TOTAL.test(first) && names.every((name) => !isFilled(name) || TOTAL.test(name)) ? 'total' : undefined;
}

const isFilled = (cell: string): boolean => cell.trim() !== '';

/** `, skipped: 2 above the header, 1 blank, 1 total`, or nothing. */
export function skippedText({ above, blank, total }: SkippedRows): string {
  const parts = [
    ...(above > 0 ? [`${above} above the header`] : []),
    ...(blank > 0 ? [`${blank} blank`] : []),
    ...(total > 0 ? [counted(total, 'total')] : []),
  ];
  return parts.length === 0 ? '' : `, skipped: ${parts.join(', ')}`;
}
