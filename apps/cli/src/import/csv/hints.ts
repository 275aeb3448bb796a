import { MIDNIGHT } from '../dates.js';
import { monthNamed } from './months.js';

const CURRENCY = /^(\p{Sc}|[A-Z]{3}(?= ?\d))|(\p{Sc}|(?<=\d ?)[A-Z]{3})$/u;

/** Formats that the operator has already specified. */
interface Stated {
  decimal: string;
  thousands: string | undefined;
  currency: string | undefined;
  round: boolean;
  trim: boolean;
}

/** Suggests options that would make a cell valid; the operator must decide, knowing the file. */
export function hintsFor(field: string, cell: string, format: Stated): string[] {
  const hints = cell !== cell.trim() && !format.trim ? ['--trim'] : [];
  return [
    ...hints,
    ...(field.endsWith('_on') ? ofDate(cell.trim().replace(MIDNIGHT, '')) : ofAmount(cell.trim(), format)),
  ];
}

/** Removes hints that a more specific one replaces. */
export function consistent(hints: Iterable<string>): string[] {
  const all = [...new Set(hints)];
  const isSettled = all.some((hint) => hint.startsWith(DATE) && !hint.includes(OR));
  return isSettled ? all.filter((hint) => !hint.includes(OR)) : all;
}

const DATE = '--date-format';
const OR = ', or ';

function ofDate(cell: string): string[] {
  if (/^\d{4}\/\d{1,2}\/\d{1,2}$/.test(cell)) return [`${DATE} YYYY/M/D`];
  if (/^\d{8}$/.test(cell)) return [`${DATE} YYYYMMDD`];
  const [, first, mark, second, year = ''] = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})$/.exec(cell) ?? [];
  if (mark === undefined) return ofNamedMonth(cell);
  const [dayFirst, monthFirst] = ['DM', 'MD'].map((order) => [...order, 'Y'.repeat(year.length)].join(mark));
  if (mark === '.' || Number(first) > 12) return [`${DATE} ${dayFirst}`];
  return [Number(second) > 12 ? `${DATE} ${monthFirst}` : `${DATE} ${monthFirst}${OR}${dayFirst}`];
}

/** `1 Mar 2026`, `01-Mar-26`, `1. März 2026`, `Mar 1, 2026` */
function ofNamedMonth(cell: string): string[] {
  const [, word] = /(?:^|[\s./-])([^\d\s.,/-]{3,})/.exec(cell) ?? [];
  if (word === undefined || monthNamed(word) === undefined) return [];
  const dotted = cell.includes(`${word}.`) ? `${word}.` : word;
  const [before, after] = cell.split(dotted) as [string, string];
  const days = `${before}MMM${after}`.replace(/(?<!\d)\d{4}$/, 'YYYY').replace(/(?<!\d)\d{2}$/, 'YY');
  const format = days.replace(/(?<!\d)\d{1,2}(?!\d)/, 'D');
  return /\d/.test(format) || !format.includes('Y') ? [] : [`${DATE} ${/[\s,]/.test(format) ? `"${format}"` : format}`];
}

/** Groups of three digits: `1,234`, or `1 234` with any kind of space. */
const GROUPED = /^\D*\d{1,3}([,.'’ \u00a0\u202f])\d{3}(?!\d)/;

function ofAmount(cell: string, format: Stated): string[] {
  const sign = CURRENCY.exec(cell)?.[0];
  const mark = GROUPED.exec(cell)?.[1]?.replace('’', "'").replace(/\s/, ' ');
  const usesComma = mark === '.' || /\d,\d{1,2}\D*$/.test(cell);
  return [
    ...(sign !== undefined && !format.currency ? [`--currency "${sign}"`] : []),
    ...(mark !== undefined && !format.thousands ? [`--thousands "${mark}"`] : []),
    ...(usesComma && format.decimal === '.' ? ['--decimal ","'] : []),
    ...(mark === ',' && format.decimal === ',' ? ['--decimal "."'] : []),
    ...(/[.,](?=\d*[1-9])\d{1,2}\D*$/.test(cell) && !format.round ? ['--round'] : []),
  ];
}
