import type { Io } from '../io.js';
import { paint } from '../paint.js';
import { printable } from '../printable.js';

/** In ascending order of severity. */
export const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;

const COLORS: Record<string, 'red' | 'yellow' | 'gray'> = {
  trace: 'gray',
  debug: 'gray',
  warn: 'yellow',
  error: 'red',
  fatal: 'red',
};

/** A line of the log. */
export interface Entry {
  time: string;
  level: string;
  context?: string;
  msg?: string;
}

/** Parses a line. @returns undefined if it is not an entry, for example one truncated by a full disk */
export function entryOf(line: string): Entry | undefined {
  try {
    const entry = JSON.parse(line) as Partial<Entry> | null;
    return typeof entry?.time === 'string' && typeof entry.level === 'string' ? (entry as Entry) : undefined;
  } catch {
    return undefined;
  }
}

/** Formats an entry for people: one line, followed by the stack trace, if any. */
export function textOf(io: Pick<Io, 'colors'>, line: string): string {
  const entry = entryOf(line);
  if (!entry) return printable(line);
  const { time, level, context, msg, ...fields } = entry;
  const name = printable(level).toUpperCase().padEnd(5);
  const color = COLORS[level];
  const values = Object.entries(fields).map(([field, value]) => `${field}=${valueOf(value)}`);
  const text = [context && `[${context}]`, msg, ...values].filter(Boolean).join(' ');
  return `${printable(time)} ${color ? paint(io, color, name) : name} ${text.split('\n').map(printable).join('\n    ')}`;
}

const valueOf = (value: unknown): string =>
  typeof value === 'string' && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value);
