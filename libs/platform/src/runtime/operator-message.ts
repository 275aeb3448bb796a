import { Problem } from '../core/model/errors.js';
import { SettingError } from '../core/settings/setting-types.js';
import { SchemaError } from '../persistence/connection/migration-registry.js';
import { isConnectionError, sqlState } from '../persistence/connection/postgres-errors.js';

/** Prevents a program with valid settings from starting; the message is one line for the operator. */
export class StartError extends Error {}

const REPORTED = [SettingError, StartError, SchemaError, Problem];
const NO_DATABASE = '3D000';
const DISK_FULL = '53100';
const REJECTED = /^(28|42501|53300)/;

/** One line for the operator; undefined for an unexpected error, which needs its stack. */
export function operatorMessage(error: unknown): string | undefined {
  if (REPORTED.some((kind) => error instanceof kind)) return (error as Error).message;
  const text = String((error as Error).message)
    .replace(/\s*\n\s*/g, ' ')
    .trim();
  const state = sqlState(error) ?? '';
  if (state === NO_DATABASE)
    return `DATABASE_URL names a database that does not exist: create it, or name another (${text})`;
  if (state === DISK_FULL) return `The disk of the database is full: ${text}`;
  if (REJECTED.test(state)) return `The database rejected the connection: ${text}`;
  return isConnectionError(error) ? `The database cannot be reached: ${text}` : undefined;
}

/** 2 for invalid settings, otherwise 1. */
export const exitCodeOf = (error: unknown): 1 | 2 =>
  error instanceof SettingError || sqlState(error) === NO_DATABASE ? 2 : 1;
