import type { Option } from './command.js';
import { UsageError } from './errors.js';

/** A period until now, or a start time. */
export type Since = { seconds: number } | { at: Date };

/** The option `--since`. */
export const SINCE: Option = {
  type: 'string',
  value: '1h|DATE',
  help: '30m, 1h, 7d, or a date in UTC: 2026-11-21',
};

const SECONDS: Record<string, number> = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** @throws UsageError of this command */
export function sinceOf(text: string, command: string): Since {
  const [, number, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (number !== undefined) return { seconds: Number(number) * SECONDS[unit!]! };
  const [, date, time] = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(?::\d{2})?Z)?$/.exec(text) ?? [];
  const at = date === undefined ? undefined : new Date(`${date}${time ?? 'T00:00:00Z'}`);
  if (!at || Number.isNaN(at.getTime()) || !at.toISOString().startsWith(date!))
    throw new UsageError(`--since must be a span such as 1h, or a date such as 2026-11-21, not "${text}"`, command);
  return { at };
}
