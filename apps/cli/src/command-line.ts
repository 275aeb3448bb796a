import { runAsOperator } from '@app/platform/audit';
import { exitCodeOf } from '@app/platform/runtime';
import { audit } from './audit/audit-command.js';
import { type Command, helpOf, helpOfAll, parse } from './command.js';
import { demo } from './demonstrate/demo-command.js';
import { exportCommand } from './export/export-command.js';
import { explain, Interrupted, UsageFault } from './faults.js';
import { importCsv } from './import/csv/csv-command.js';
import { importMits } from './import/mits/mits-command.js';
import { importNyc } from './import/nyc/nyc-command.js';
import type { Io } from './io.js';
import { keysCreate, keysList, keysRevoke, keysRotate } from './keys/key-commands.js';
import { migrateCommand } from './migrate.js';
import { openapi } from './openapi.js';
import { provision } from './provision/provision-command.js';
import { start } from './start/start.js';

const COMMANDS: Command[] = [
  start,
  migrateCommand,
  keysCreate,
  keysList,
  keysRotate,
  keysRevoke,
  provision,
  exportCommand,
  importNyc,
  importMits,
  importCsv,
  audit,
  demo,
  openapi,
];

/** Runs one command. @returns the exit code: 0 done, 1 a fault, 2 not understood, 130 stopped by a signal */
export async function runCommandLine(args: string[], io: Io): Promise<number> {
  try {
    return await dispatch(args, io);
  } catch (error) {
    io.err(explain(error));
    if (['debug', 'trace'].includes(io.env['LOG_LEVEL'] ?? '') && error instanceof Error) io.err(error.stack ?? '');
    if (error instanceof UsageFault) return 2;
    return error instanceof Interrupted ? 130 : exitCodeOf(error);
  }
}

async function dispatch(args: string[], io: Io): Promise<number> {
  const [first, second] = args;
  if (first === undefined || ['help', '--help', '-h'].includes(first)) {
    (first === undefined ? io.err : io.out)(helpOfAll(COMMANDS));
    return first === undefined ? 2 : 0;
  }
  const command =
    COMMANDS.find(({ name }) => name === `${first} ${second}`) ?? COMMANDS.find(({ name }) => name === first);
  if (!command) return group(first, second, io);
  const input = parse(command, args.slice(command.name.split(' ').length));
  if (input) await runAsOperator(command.name, () => command.run(input, io));
  else io.out(helpOf(command));
  return 0;
}

/** The first word of commands of two: `keys`. */
function group(first: string, second: string | undefined, io: Io): number {
  const isGroup = COMMANDS.some(({ name }) => name.startsWith(`${first} `));
  if (!isGroup) throw new UsageFault(`Unknown command "${first}"`);
  if (second === undefined || ['--help', '-h'].includes(second)) {
    (second === undefined ? io.err : io.out)(helpOfAll(COMMANDS, first));
    return second === undefined ? 2 : 0;
  }
  throw new UsageFault(`Unknown command "${first} ${second}"`, first);
}
