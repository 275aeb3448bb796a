import { types } from 'node:util';
import { isConnectionFault, sqlState } from '@app/platform/persistence';
import { Problem, SettingError } from '@app/platform/core';

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

const REFUSED = /^(28|3D000|42501|53300)/;

/** The fault in words for the operator, without a stack. */
export function explain(error: unknown): string {
  if (!types.isNativeError(error)) return String(error);
  if (error instanceof CommandFault || error instanceof UsageFault || error instanceof Interrupted)
    return error.message;
  if (error instanceof SettingError || error instanceof Problem) return error.message;
  const told = oneLine(error.message || error.name);
  if (isConnectionFault(error)) return `The database cannot be reached: ${told}`;
  if (REFUSED.test(sqlState(error) ?? '')) return `The database refuses: ${told}`;
  return told;
}

const oneLine = (text: string): string => text.replace(/\s*\n\s*/g, ' ').trim();
