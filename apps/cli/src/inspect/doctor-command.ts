import type { Command } from '../command.js';
import { CommandError } from '../errors.js';
import type { Io } from '../io.js';
import { paint } from '../paint.js';
import { type Finding, findings } from './findings.js';

const MARKS = { ok: 'ok  ', warning: 'WARN', error: 'FAIL' };
const COLORS = { ok: 'green', warning: 'yellow', error: 'red' } as const;

export const doctor: Command = {
  name: 'doctor',
  summary: 'Looks for what is wrong with this installation, and says what to do',
  details:
    'Reads only, but for a draft that it writes to the file store and removes. Exit code 1 when something is wrong.',
  options: { json: { type: 'boolean', help: 'machine output' } },
  async run({ flags }, io) {
    const found = await findings(io);
    io.out(flags['json'] ? JSON.stringify(found, null, 2) : found.map((each) => lineOf(io, each)).join('\n'));
    const wrong = found.filter(({ level }) => level === 'error').length;
    if (wrong > 0) throw new CommandError(`${wrong} of ${found.length} checks failed`);
  },
};

const lineOf = (io: Io, { check, level, text, remedy }: Finding): string =>
  `${paint(io, COLORS[level], MARKS[level])}  ${check.padEnd(12)}${text}${remedy ? `\n${' '.repeat(18)}${remedy}` : ''}`;
