import { types } from 'node:util';
import { operatorMessage } from '@app/platform/runtime';

/** What the operator must be told, in a line or, where many things are wrong, a line for each. Exit code 1. */
export class CommandFault extends Error {}

/** The command line was not understood. Exit code 2. */
export class UsageFault extends Error {
  constructor(message: string, command?: string) {
    super(`${message} (see: npm run cli -- ${command ? `${command} ` : ''}--help)`);
  }
}

/** The work was ended by a signal. Exit code 130. */
export class Interrupted extends Error {
  constructor() {
    super('Stopped.');
  }
}

const OWN = [CommandFault, UsageFault, Interrupted];

/** The fault in words for the operator, without a stack. */
export function explain(error: unknown): string {
  if (!types.isNativeError(error)) return String(error);
  if (OWN.some((kind) => error instanceof kind)) return error.message;
  return operatorMessage(error) ?? (error.message || error.name).replace(/\s*\n\s*/g, ' ').trim();
}
