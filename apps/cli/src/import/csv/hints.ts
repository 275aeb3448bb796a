const CURRENCY = /^(\p{Sc}|[A-Z]{3}(?= ?\d))|(\p{Sc}|(?<=\d ?)[A-Z]{3})$/u;
const DATES: [RegExp, string][] = [
  [/^(\d{1,2})\/(\d{1,2})\/\d{4}$/, '--date-format MM/DD/YYYY, or D/M/YYYY'],
  [/^\d{1,2}\.\d{1,2}\.\d{4}$/, '--date-format D.M.YYYY'],
  [/^\d{4}\/\d{1,2}\/\d{1,2}$/, '--date-format YYYY/M/D'],
  [/^\d{8}$/, '--date-format YYYYMMDD'],
];

/** What the operator has said of cells already. */
interface Stated {
  decimal: string;
  thousands: string | undefined;
  currency: string | undefined;
  trim: boolean;
}

/** The option that would make something of a cell: an offer to the operator, who knows what the file means. */
export function hintFor(field: string, cell: string, format: Stated): string | undefined {
  if (cell !== cell.trim() && !format.trim) return '--trim?';
  if (field.endsWith('_on')) {
    const option = DATES.find(([pattern]) => pattern.test(cell))?.[1];
    return option && `${option}?`;
  }
  const sign = CURRENCY.exec(cell)?.[0];
  if (sign !== undefined && !format.currency) return `--currency "${sign}"?`;
  const [, thousands] = /^\D*\d{1,3}([,.' ])\d{3}(?!\d)/.exec(cell) ?? [];
  if (thousands !== undefined && !format.thousands) return `--thousands "${thousands}"?`;
  return /\d,\d{1,2}\D*$/.test(cell) && format.decimal === '.' ? '--decimal ","?' : undefined;
}
