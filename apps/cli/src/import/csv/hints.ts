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

/** The options that would make something of a cell: an offer to the operator, who knows what the file means. */
export function hintsFor(field: string, cell: string, format: Stated): string[] {
  const hints = cell !== cell.trim() && !format.trim ? ['--trim'] : [];
  return [...hints, ...(field.endsWith('_on') ? ofDate(cell.trim()) : ofAmount(cell.trim(), format))];
}

function ofDate(cell: string): string[] {
  const option = DATES.find(([pattern]) => pattern.test(cell))?.[1];
  return option === undefined ? [] : [option];
}

function ofAmount(cell: string, format: Stated): string[] {
  const sign = CURRENCY.exec(cell)?.[0];
  const [, thousands] = /^\D*\d{1,3}([,.' ])\d{3}(?!\d)/.exec(cell) ?? [];
  const hasComma = /\d,\d{1,2}\D*$/.test(cell);
  return [
    ...(sign !== undefined && !format.currency ? [`--currency "${sign}"`] : []),
    ...(thousands !== undefined && !format.thousands ? [`--thousands "${thousands}"`] : []),
    ...(hasComma && format.decimal === '.' ? ['--decimal ","'] : []),
  ];
}
