import { counted } from '../../counted.js';

/** Numbers of rows without a price. */
export interface SkippedRows {
  /** rows above the header, such as titles */
  above: number;
  blank: number;
  total: number;
  /** rows of a workbook that a filter or its author hides */
  hidden: number;
}

const TOTAL = /^\s*((grand\s+|sub-?)?totals?|totale|totaal|summen?|sum|gesamt(summe)?|zwischensumme|average|count)\b/i;

/**
 * Recognises blank rows, and rows of totals, which begin with a word such as "Total" and have no unit.
 * @param names the cells that identify the unit
 */
export function kindOfSkipped(cells: readonly string[], names: readonly string[]): 'blank' | 'total' | undefined {
  const first = cells.find(isFilled);
  if (first === undefined) return 'blank';
  return TOTAL.test(first) && names.every((name) => !isFilled(name) || TOTAL.test(name)) ? 'total' : undefined;
}

const isFilled = (cell: string): boolean => cell.trim() !== '';

/** `, skipped: 2 above the header, 1 blank, 1 total`; empty if no row was skipped. */
export function skippedText({ above, blank, total, hidden }: SkippedRows): string {
  const parts = [
    ...(above > 0 ? [`${above} above the header`] : []),
    ...(blank > 0 ? [`${blank} blank`] : []),
    ...(total > 0 ? [counted(total, 'total')] : []),
    ...(hidden > 0 ? [`${hidden} hidden`] : []),
  ];
  return parts.length === 0 ? '' : `, skipped: ${parts.join(', ')}`;
}
