import { isDate } from '@app/platform/core';

/** Midnight after a date, as databases, XML and spreadsheets write it: `2027-01-15T00:00:00-05:00`, `1/15/2027 12:00 AM`. */
export const MIDNIGHT = /[T ]\s*(0?0:00(:00(\.0+)?)?\s*(Z|[+-]\d\d:?\d\d)?|12:00(:00)?\s?AM)$/i;

/** Today in UTC. */
export const today = (): string => new Date().toISOString().slice(0, 10);

const HOURS_12 = 12 * 3_600_000;

/** Whether a date (`YYYY-MM-DD`) has passed everywhere on Earth, since the time zone of a feed is unknown. */
export const isOver = (date: string): boolean => date < new Date(Date.now() - HOURS_12).toISOString().slice(0, 10);

/** The date of an ISO date or of an ISO date-time at midnight. */
export function isoDate(text: string): string | undefined {
  const date = text.replace(MIDNIGHT, '');
  return isDate(date) ? date : undefined;
}
