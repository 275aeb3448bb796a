import type { Command } from '../command.js';
import { CommandError } from '../errors.js';
import type { Io } from '../io.js';
import { paint } from '../paint.js';
import { type Finding, findings } from './findings.js';

const MARKS = { ok: 'ok  ', warning: 'WARN', error: 'FAIL' };
const COLORS = { ok: 'green', warning: 'yellow', error: 'red' } as const;

export const doctor: Command = {
  name: 'doctor',
  summary: 'Checks this installation, and says how to fix what is wrong',
  details:
    'Changes nothing, except for a test file that it writes to the file store and removes. Exit code 1 if something is wrong.',
  options: { json: { type: 'boolean', help: 'prints JSON' } },
  async run({ flags }, io) {
    const found = await findings(io);
    io.out(flags['json'] ? JSON.stringify(found, null, 2) : found.map((each) => lineOf(io, each)).join('\n'));
    const wrong = found.filter(({ level }) => level === 'error').length;
    if (wrong > 0) throw new CommandError(`${wrong} of ${found.length} checks failed`);
  },
};

const lineOf = (io: Io, { check, level, text, remedy }: Finding): string =>
  `${paint(io, COLORS[level], MARKS[level])}  ${check.padEnd(12)}${text}${remedy ? `\n${' '.repeat(18)}${remedy}` : ''}`;
