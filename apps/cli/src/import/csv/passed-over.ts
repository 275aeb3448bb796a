/** Rows that are no prices: how many of each kind. */
export interface PassedOver {
  blank: number;
  total: number;
}

const TOTAL = /^\s*(grand\s+|sub-?)?totals?\b/i;

/**
 * A row without anything in it, or one of sums, as spreadsheets have below a table: it begins with the word, and names no unit.
 * @param names the cells that name a unit in other rows
 */
export function passedOverAs(cells: readonly string[], names: readonly string[]): keyof PassedOver | undefined {
  const first = cells.find(isFilled);
  if (first === undefined) return 'blank';
  return TOTAL.test(first) && names.every((name) => !isFilled(name) || TOTAL.test(name)) ? 'total' : undefined;
}

const isFilled = (cell: string): boolean => cell.trim() !== '';

/** `, 2 blank rows and 1 of totals passed over`, or nothing. */
export function passedOverText({ blank, total }: PassedOver): string {
  const parts = [...(blank > 0 ? [`${blank} blank`] : []), ...(total > 0 ? [`${total} of totals`] : [])];
  return parts.length === 0 ? '' : `, ${parts.join(' and ')} passed over`;
}
