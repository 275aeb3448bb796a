/** Rows that are no prices: how many of each kind. */
export interface PassedOver {
  blank: number;
  total: number;
}

const TOTAL = /^\s*(grand\s+|sub-?)?totals?\b/i;

/** A row without anything in it, or one of sums, as spreadsheets have below a table: no provider's id, and the word. */
export function passedOverAs(cells: readonly string[], providerId: string): keyof PassedOver | undefined {
  if (cells.every((cell) => cell.trim() === '')) return 'blank';
  const isTotal = cells.some((cell) => TOTAL.test(cell)) && (providerId.trim() === '' || TOTAL.test(providerId));
  return isTotal ? 'total' : undefined;
}

/** `, 2 blank rows and 1 of totals passed over`, or nothing. */
export function passedOverText({ blank, total }: PassedOver): string {
  const parts = [...(blank > 0 ? [`${blank} blank`] : []), ...(total > 0 ? [`${total} of totals`] : [])];
  return parts.length === 0 ? '' : `, ${parts.join(' and ')} passed over`;
}
