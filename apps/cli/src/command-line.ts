import { CommanderError } from 'commander';
import type { Command, Input } from './command.js';
import { exitCodeOf, explain } from './errors.js';
import { escaping, type Io } from './io.js';
import { programOf } from './program.js';

/** Runs one command. @returns the exit code: 0 success, 1 failure, 2 usage error, 130 interrupted by a signal */
export async function runCommandLine(args: string[], given: Io): Promise<number> {
  const io = escaping(given);
  const { commandsFor } = await import('./commands.js');
  const program = programOf(await commandsFor(args), io, (command, input) => run(command, input, io));
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2; // commander has printed the reason
    io.err(await explain(error));
    if (['debug', 'trace'].includes(io.env['LOG_LEVEL'] ?? '') && error instanceof Error) io.err(error.stack ?? '');
    return exitCodeOf(error);
  }
}

async function run(command: Command, input: Input, io: Io): Promise<void> {
  const { runAsOperator } = await import('@app/platform/audit'); // here, so that help and usage errors do not load it
  await runAsOperator(command.name, () => command.run(input, io));
}
