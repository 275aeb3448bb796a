import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command, Input } from '../command.js';
import { settingsOf } from '../connect.js';
import { serviceLog } from '../data-directory.js';
import { CommandError, UsageError } from '../errors.js';
import type { Io } from '../io.js';
import { SINCE, sinceOf } from '../since.js';
import { entryOf, LEVELS, textOf } from './entry.js';
import { linesPutAside, Tail } from './tail.js';

const LINES = 100;
/** Polling interval when following the log, in milliseconds. */
const PAUSE = 250;

export const logs: Command = {
  name: 'logs',
  summary: 'Shows the last lines of the log of `npm start`',
  details: `Reads LOG_FILE, otherwise service.log in DATA_DIR. \`npm start\` logs warnings and errors; LOG_LEVEL=info adds each request.
Other servers log to standard output: use the logs of their supervisor (docker compose logs, kubectl logs).`,
  options: {
    follow: { type: 'boolean', help: 'follows the log until Ctrl-C' },
    since: SINCE,
    level: { type: 'string', value: 'LEVEL', help: `this level and above: ${LEVELS.join(', ')}` },
    lines: { type: 'string', value: 'N', help: `maximum number of lines; default ${LINES}, with --since all` },
    json: { type: 'boolean', help: 'prints JSON: one object per line, as logged' },
  },
  async run({ options, flags }, io) {
    const path = settingsOf(io).logFile ?? serviceLog(io);
    const isWanted = filterOf(options);
    const count = countOf(options);
    if (!flags['follow'] && !existsSync(path))
      throw new CommandError(
        `There is no log: \`start\` writes to ${path}, servers started without it to standard output`,
      );
    const print = (lines: string[]): void => {
      if (lines.length === 0) return;
      if (flags['json']) io.out(lines.join('\n'));
      else io.out(lines.map((line) => textOf(io, line)).join('\n'), { isPrintable: true });
    };
    const tail = new Tail(path);
    const last = lastLines(tail, path, isWanted, count);
    print(last);
    if (flags['follow']) await follow(io, tail, (lines) => print(lines.filter(isWanted)));
    else if (last.length === 0) io.err('No log entries match.');
  },
};

function lastLines(tail: Tail, path: string, isWanted: (line: string) => boolean, count: number): string[] {
  let lines = tail.read().filter(isWanted);
  for (const older of linesPutAside(path)) {
    if (lines.length >= count) break;
    lines = [...older.filter(isWanted), ...lines];
  }
  return count === 0 ? [] : lines.slice(-count);
}

async function follow(io: Io, tail: Tail, print: (lines: string[]) => void): Promise<void> {
  const end = io.closed ? AbortSignal.any([io.signal, io.closed]) : io.signal;
  while (!end.aborted) {
    await sleep(PAUSE, undefined, { signal: end }).catch(() => undefined);
    print(tail.read());
  }
}

function filterOf({ since, level }: Input['options']): (line: string) => boolean {
  if (level !== undefined && !LEVELS.some((known) => known === level))
    throw new UsageError(`--level must be one of ${LEVELS.join(', ')}, not "${level}"`, 'logs');
  const least = LEVELS.findIndex((known) => known === level);
  const from = since === undefined ? undefined : startOf(sinceOf(since, 'logs'));
  if (from === undefined && least < 0) return () => true;
  return (line) => {
    const entry = entryOf(line);
    if (!entry) return false;
    return (from === undefined || entry.time >= from) && LEVELS.findIndex((known) => known === entry.level) >= least;
  };
}

const startOf = (since: ReturnType<typeof sinceOf>): string =>
  ('at' in since ? since.at : new Date(Date.now() - since.seconds * 1000)).toISOString();

function countOf({ lines, since }: Input['options']): number {
  if (lines === undefined) return since === undefined ? LINES : Infinity;
  if (!/^\d{1,9}$/.test(lines)) throw new UsageError(`--lines must be a whole number, not "${lines}"`, 'logs');
  return Number(lines);
}
