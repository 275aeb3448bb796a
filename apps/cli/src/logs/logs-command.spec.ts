import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { SettingError } from '@app/platform/core';
import { logOutput } from '@app/platform/runtime';
import { runCommandLine } from '../command-line.js';
import { boundLog } from '../start/bounded-log.js';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'service-log-'));
  file = join(folder, 'service.log');
});
afterEach(() => rmSync(folder, { recursive: true }));

const lineAt = (time: string, level = 'warn', more: object = {}): string =>
  `${JSON.stringify({ level, time: `2026-11-22T${time}:00.000Z`, ...more })}\n`;

/** @param out gets what it prints */
async function logs(args: string[] = [], { out = '', ...io }: { out?: string; colors?: boolean } = {}) {
  const ran = { out, err: '' };
  const code = await runCommandLine(['logs', ...args], ioOf(ran, new AbortController().signal, io.colors));
  return { code, ...ran };
}

const ioOf = (ran: { out: string; err: string }, signal: AbortSignal, colors = false) => ({
  env: { DATA_DIR: folder },
  out: (text: string) => void (ran.out += `${text}\n`),
  err: (text: string) => void (ran.err += `${text}\n`),
  rewrite: undefined,
  colors,
  signal,
});

it('formats entries as text, without control sequences that move the cursor', async () => {
  const stack = 'Error: it broke\n    at work';
  writeFileSync(
    file,
    lineAt('10:00', 'error', { context: 'Jobs', job: 'sweep all', pid: 7, msg: `\u001b[2J${stack}` }),
  );
  appendFileSync(file, 'half of a li\u0007ne\n');

  expect((await logs()).out).toBe(
    '2026-11-22T10:00:00.000Z ERROR [Jobs] \\u001b[2JError: it broke\n' +
      '        at work job="sweep all" pid=7\nhalf of a li\\u0007ne\n',
  );
});

it('colours the level on a terminal', async () => {
  writeFileSync(file, lineAt('10:00', 'fatal', { msg: 'gone' }));

  expect((await logs([], { colors: true })).out).toBe('2026-11-22T10:00:00.000Z \u001b[31mFATAL\u001b[39m gone\n');
});

it('shows the last lines, also of rotated logs, or those of a level and time', async () => {
  writeFileSync(`${file}.2`, lineAt('08:00') + lineAt('09:00', 'error'));
  writeFileSync(`${file}.1`, lineAt('10:00', 'info'));
  writeFileSync(file, lineAt('11:00') + lineAt('12:00', 'error'));
  const hours = async (...args: string[]) =>
    [...(await logs([...args, '--json'])).out.matchAll(/T(\d\d):/g)].map(([, hour]) => Number(hour));

  expect(await hours()).toEqual([8, 9, 10, 11, 12]);
  expect(await hours('--lines', '4')).toEqual([9, 10, 11, 12]);
  expect(await hours('--lines', '0')).toEqual([]);
  expect(await hours('--since', '2026-11-22T09:30Z')).toEqual([10, 11, 12]);
  expect(await hours('--level', 'warn', '--lines', '3')).toEqual([9, 11, 12]);
  expect(await logs(['--since', '2999-01-01'])).toEqual({ code: 0, out: '', err: 'No log entries match.\n' });
});

it('follows a log, also when it is truncated', async () => {
  writeFileSync(file, lineAt('10:00') + lineAt('11:00'));
  const ran = { out: '', err: '' };
  const stop = new AbortController();
  const ended = runCommandLine(['logs', '--follow', '--lines', '1'], ioOf(ran, stop.signal));
  const shown = async (text: string) => {
    while (!ran.out.includes(text)) await setImmediate();
  };

  await shown('T11:00');
  appendFileSync(file, lineAt('12:00').slice(0, -2));
  appendFileSync(file, '}\n');
  await shown('T12:00');
  truncateSync(file);
  appendFileSync(file, lineAt('13:00'));
  await shown('T13:00');
  stop.abort();

  expect(await ended).toBe(0);
  expect(ran.out.match(/T\d\d/g)).toEqual(['T11', 'T12', 'T13']);
});

it.each([
  [['--lines', 'all'], 2, '--lines must be a whole number, not "all"'],
  [['--since', 'noon'], 2, '--since must be a span'],
  [['--level', 'bad'], 2, '--level must be one of trace, debug, info, warn, error, fatal, not "bad"'],
  [[], 1, 'There is no log: `start` writes'],
])('rejects %j with a message', async (args, code, text) => {
  expect(await logs(args)).toEqual({ code, out: '', err: expect.stringContaining(text) as string });
});

it('rejects the setting when its file cannot be opened', () => {
  mkdirSync(file);
  expect(() => logOutput(file)).toThrow(new SettingError(`LOG_FILE cannot be written: EISDIR: illegal operation on a directory, open '${file}'`)); // oxfmt-ignore
});

it('is rotated while the service writes', async () => {
  const output = logOutput(file, { write: () => undefined });
  output.write(`${'x'.repeat(10_000_000)}\n`);
  const ran = { out: '', err: '' };
  await boundLog(ioOf(ran, new AbortController().signal), file)();
  output.write(lineAt('10:00'));

  expect(readFileSync(file, 'utf8')).toBe(lineAt('10:00'));
  expect(readFileSync(`${file}.1`)).toHaveLength(10_000_001);
  expect(ran.err).toBe('');
});

it('keeps rotated logs when rotation fails', async () => {
  writeFileSync(file, 'x'.repeat(10_000_001));
  for (const at of [1, 2]) writeFileSync(`${file}.${at}`, `${at}`);
  mkdirSync(`${file}.0`); // in the place of a full disk
  const ran = { out: '', err: '' };
  await boundLog(ioOf(ran, new AbortController().signal), file)();

  expect(ran.err).toContain('The log grows: ');
  expect([1, 2].map((at) => readFileSync(`${file}.${at}`, 'utf8'))).toEqual(['1', '2']);
});
