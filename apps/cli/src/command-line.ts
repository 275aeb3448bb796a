import { runAsOperator } from '@app/platform/audit';
import { exitCodeOf } from '@app/platform/runtime';
import { CommanderError } from 'commander';
import { audit } from './audit/audit-command.js';
import { backup } from './backup/backup-command.js';
import { restore } from './backup/restore-command.js';
import type { Command, Input } from './command.js';
import { demo } from './demonstrate/demo-command.js';
import { exportCommand } from './export/export-command.js';
import { explain, Interrupted, UsageFault } from './faults.js';
import { importCsv } from './import/csv/csv-command.js';
import { importMits } from './import/mits/mits-command.js';
import { importNyc } from './import/nyc/nyc-command.js';
import { importService } from './import/service/service-command.js';
import { doctor } from './inspect/doctor-command.js';
import { listCommands } from './inspect/list-commands.js';
import { open } from './inspect/open-command.js';
import { status } from './inspect/status-command.js';
import type { Io } from './io.js';
import { keysCreate, keysList, keysRevoke, keysRotate } from './keys/key-commands.js';
import { mcp } from './mcp/mcp-command.js';
import { migrateCommand } from './migrate.js';
import { openapi } from './openapi.js';
import { programOf } from './program.js';
import { provision } from './provision/provision-command.js';
import { start } from './start/start.js';

const COMMANDS: Command[] = [
  start,
  migrateCommand,
  backup,
  restore,
  keysCreate,
  keysList,
  keysRotate,
  keysRevoke,
  provision,
  exportCommand,
  importNyc,
  importMits,
  importCsv,
  importService,
  audit,
  status,
  doctor,
  ...listCommands,
  open,
  demo,
  mcp,
  openapi,
];

/** Runs one command. @returns the exit code: 0 done, 1 failed, 2 not understood, 130 stopped by a signal */
export async function runCommandLine(args: string[], io: Io): Promise<number> {
  const run = (command: Command, input: Input) => runAsOperator(command.name, () => command.run(input, io));
  const program = programOf(COMMANDS, io, run);
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2; // it has printed why
    io.err(explain(error));
    if (['debug', 'trace'].includes(io.env['LOG_LEVEL'] ?? '') && error instanceof Error) io.err(error.stack ?? '');
    if (error instanceof UsageFault) return 2;
    return error instanceof Interrupted ? 130 : exitCodeOf(error);
  }
}
