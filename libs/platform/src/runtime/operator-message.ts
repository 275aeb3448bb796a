import { Problem } from '../core/errors.js';
import { SettingError } from '../core/settings.js';
import { SchemaError } from '../persistence/migration-registry.js';
import { isConnectionError, sqlState } from '../persistence/postgres-errors.js';

/** What keeps a program from starting though its settings are well-formed; the message is one line for the operator. */
export class StartError extends Error {}

const TOLD = [SettingError, StartError, SchemaError, Problem];
const NO_DATABASE = '3D000';
const DISK_FULL = '53100';
const REFUSED = /^(28|42501|53300)/;

/** One line for the operator; undefined for a fault of ours, of which the stack tells more. */
export function operatorMessage(error: unknown): string | undefined {
  if (TOLD.some((kind) => error instanceof kind)) return (error as Error).message;
  const text = String((error as Error).message)
    .replace(/\s*\n\s*/g, ' ')
    .trim();
  const state = sqlState(error) ?? '';
  if (state === NO_DATABASE)
    return `DATABASE_URL names a database that is not there: create it, or name another (${text})`;
  if (state === DISK_FULL) return `The disk of the database is full: ${text}`;
  if (REFUSED.test(state)) return `The database refuses: ${text}`;
  return isConnectionError(error) ? `The database cannot be reached: ${text}` : undefined;
}

/** 2 for what is set wrongly, else 1. */
export const exitCodeOf = (error: unknown): 1 | 2 =>
  error instanceof SettingError || sqlState(error) === NO_DATABASE ? 2 : 1;
