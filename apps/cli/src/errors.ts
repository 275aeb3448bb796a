import { types } from 'node:util';
import { PROGRAM } from './root.js';

/** An error for the operator, in one line or a line per error. Exit code 1. */
export class CommandError extends Error {}

/** A usage error. Exit code 2. */
export class UsageError extends Error {
  constructor(message: string, command?: string) {
    super(`${message} (see: ${PROGRAM} ${command ? `${command} ` : ''}--help)`);
  }
}

/** The exit code of a command that a signal interrupted. */
export const INTERRUPTED = 130;

/** A signal interrupted the command. */
export class Interrupted extends Error {
  constructor(next = '') {
    super(`Stopped.${next && ` ${next}`}`);
  }
}

const OWN = [CommandError, UsageError, Interrupted];

/** Describes an error to the operator, without a stack trace. */
export async function explain(error: unknown): Promise<string> {
  if (!types.isNativeError(error)) return String(error);
  if (OWN.some((kind) => error instanceof kind)) return error.message;
  const { operatorMessage } = await import('@app/platform/runtime'); // here, because loading it takes a second
  return operatorMessage(error) ?? (error.message || error.name).replace(/\s*\n\s*/g, ' ').trim();
}

export async function exitCodeOf(error: unknown): Promise<number> {
  if (error instanceof UsageError) return 2;
  if (error instanceof Interrupted) return INTERRUPTED;
  return error instanceof CommandError ? 1 : (await import('@app/platform/runtime')).exitCodeOf(error);
}
