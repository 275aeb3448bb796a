const NUMBER = new Intl.NumberFormat('en-US');
const MOMENT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });
const AGO = new Intl.RelativeTimeFormat('en-US', { numeric: 'always' });

export const number = (value: number): string => NUMBER.format(value);
export const moment = (time: string): string => MOMENT.format(new Date(time));

const STEPS: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

export function ago(time: string, now = Date.now()): string {
  const seconds = Math.round((Date.parse(time) - now) / 1000);
  const step = STEPS.find(([, length]) => Math.abs(seconds) >= length);
  return step ? AGO.format(Math.trunc(seconds / step[1]), step[0]) : 'just now';
}

export function remaining(seconds: number): string {
  return seconds >= 60 ? `${Math.floor(seconds / 60)} min` : `${seconds} s`;
}

/** A share in whole percent, which is 100 only for all of them. */
export const percent = (part: number, whole: number): string =>
  `${part === whole ? 100 : Math.min(99, Math.round((part / whole) * 100))} %`;

/** `1 unit`, `2 units` */
export const count = (value: number, one: string, many = `${one}s`): string =>
  `${number(value)} ${value === 1 ? one : many}`;

/** Time in its largest whole unit: `40 s`, `5 min`, `3 h`, `2 days` */
export function duration(seconds: number): string {
  if (seconds < 3600) return remaining(seconds);
  return seconds < 86_400 ? `${Math.floor(seconds / 3600)} h` : count(Math.floor(seconds / 86_400), 'day');
}

/** How many of each kind of resource: `1 building, 4 units` */
export const contentsOf = (contents: readonly { resource: string; count: number }[]): string =>
  contents.map(({ resource, count: many }) => counted(many, resource.replaceAll('_', ' '))).join(', ');

/** `2 pricing processes`, `3 buildings`, by the last letter */
export function counted(many: number, one: string): string {
  const plural = one.endsWith('y') ? `${one.slice(0, -1)}ies` : one.endsWith('s') ? `${one}es` : `${one}s`;
  return count(many, one, plural);
}
