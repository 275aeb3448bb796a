import { isOver, isoDate, today } from '../dates.js';
import type { XmlNode } from './xml-tree.js';

/** A date of the file: none, a readable one, or an error that names the element. */
interface MitsDate {
  date?: string;
  error?: string;
}

const PARTS = ['Year', 'Month', 'Day'] as const;

/** Reads `<... Month="11" Day="24" Year="2024"/>`, or an ISO date as text. An element without both counts as missing. */
export function dateOf(node: XmlNode | undefined): MitsDate {
  if (!node) return {};
  const [year, month, day] = PARTS.map((part) => node.attributes[part]?.trim());
  const text = node.value();
  if (!year && !month && !day) {
    const date = text && isoDate(text);
    return date ? { date } : text ? { error: `${node.name} "${text}" is not a date such as 2027-03-01` } : {};
  }
  const date = isoDate(`${year ?? ''}-${month?.padStart(2, '0') ?? ''}-${day?.padStart(2, '0') ?? ''}`);
  if (date) return { date };
  const said = PARTS.map((part) => `${part}="${node.attributes[part] ?? ''}"`).join(' ');
  return { error: `${node.name} ${said} is not a date` };
}

/** When the lease of an offer may start. */
type LeaseStart = { startsOn?: string } | { error: string };

/**
 * The first day on which a lease may start, by the range of the offer: its first day, or the earliest possible one if that has passed.
 * @param availableOn when the unit is available
 */
export function leaseStartIn(first: MitsDate, last: MitsDate, availableOn: string): LeaseStart {
  const error = first.error ?? last.error;
  if (error !== undefined) return { error };
  const [from, to] = [first.date, last.date];
  if (from === undefined && to === undefined) return {};
  if (to !== undefined) {
    if (isOver(to)) return { error: `its lease had to start until ${to}, which has passed` };
    if (to < (from ?? to)) return { error: `its lease has to start until ${to}, before ${from}` };
    if (to < availableOn) return { error: `its lease has to start until ${to}, before the unit is available` };
  }
  if (from !== undefined && !isOver(from)) return { startsOn: from };
  return { startsOn: availableOn > today() ? availableOn : today() };
}
