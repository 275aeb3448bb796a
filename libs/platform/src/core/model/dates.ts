/** An instant in UTC with whole seconds, as in responses: `2026-11-20T11:21:15+00:00`. */
export const timeText = (time: number | Date): string =>
  new Date(Math.floor(Number(time) / 1000) * 1000).toISOString().replace('.000Z', '+00:00');

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

// The years that ISO 8601 and Postgres write with four digits.
const FIRST_TIME = Date.parse('0001-01-01');
const LAST_TIME = Date.parse('9999-12-31T23:59:59.999Z');

/** Milliseconds since 1970 of an instant as RFC 3339 writes it, `2026-11-20T11:21:15Z`; NaN for any other text. */
export function timeOf(text: string): number {
  const time = TIME.test(text) && isDate(text.slice(0, 10)) ? Date.parse(text) : NaN;
  return time >= FIRST_TIME && time <= LAST_TIME ? time : NaN;
}

export const isTime = (text: string): boolean => !Number.isNaN(timeOf(text));

/** Whether a text is a calendar date, `YYYY-MM-DD`, years 0001 to 9999. Avoids a regular expression, because an ingest has thousands of dates. */
export function isDate(text: string): boolean {
  if (text.length !== 10 || text[4] !== '-' || text[7] !== '-') return false;
  return isDay(digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10));
}

/** Whether the date exists; false when a part is NaN. */
function isDay(year: number, month: number, day: number): boolean {
  if (!(year >= 1 && year <= 9999 && month >= 1 && month <= 12 && day >= 1)) return false;
  if (day <= 28) return true;
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return day <= (month === 2 ? (leap ? 29 : 28) : month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31);
}

/** NaN for anything but digits. */
function digits(text: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at += 1) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return NaN;
    value = value * 10 + digit;
  }
  return value;
}
