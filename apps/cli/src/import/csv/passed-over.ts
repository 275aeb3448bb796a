/** Rows that are no prices: how many of each kind. */
export interface PassedOver {
  /** the header: titles */
  above: number;
  blank: number;
  total: number;
}

const TOTAL = /^\s*((grand\s+|sub-?)?totals?|totale|totaal|summen?|sum|gesamt(summe)?|zwischensumme|average|count)\b/i;

/**
 * A row without anything in it, or one of sums, as spreadsheets have below a table: it begins with the word, and names no unit.
 * @param names the cells that name a unit in other rows
 */
export function passedOverAs(cells: readonly string[], names: readonly string[]): 'blank' | 'total' | undefined {
  const first = cells.find(isFilled);
  if (first === undefined) return 'blank';
  return TOTAL.test(first) && names.every((name) => !isFilled(name) || TOTAL.test(name)) ? 'total' : undefined;
}

const isFilled = (cell: string): boolean => cell.trim() !== '';

/** `, passed over: 2 above the header, 1 blank, 1 of totals`, or nothing. */
export function passedOverText({ above, blank, total }: PassedOver): string {
  const parts = [
    ...(above > 0 ? [`${above} above the header`] : []),
    ...(blank > 0 ? [`${blank} blank`] : []),
    ...(total > 0 ? [`${total} of totals`] : []),
  ];
  return parts.length === 0 ? '' : `, passed over: ${parts.join(', ')}`;
}
