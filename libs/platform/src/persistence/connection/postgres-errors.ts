import pg from 'pg';
import { QueryFailedError, QueryRunnerAlreadyReleasedError, TypeORMError } from 'typeorm';
import { constraintIn } from './citus.js';

/** Postgres did not respond: the connection failed, none was available, or the statement is still running. */
export class ConnectionError extends Error {
  constructor(cause: unknown) {
    const [first = cause] = (cause as Partial<AggregateError>).errors ?? []; // when several addresses were tried
    super(first instanceof Error ? first.message : String(first), { cause });
  }
}

/** Awaits the driver, and rejects with an error of Postgres or a ConnectionError. */
export async function translateErrors<T>(query: Promise<T>): Promise<T> {
  try {
    return await query;
  } catch (error) {
    throw connectionErrorOf(error);
  }
}

/** @param error of the driver; a misuse of the driver or of TypeORM is returned unchanged, because it is a bug */
export function connectionErrorOf(error: unknown): unknown {
  const isKnown = databaseError(error) !== undefined || error instanceof TypeORMError || error instanceof TypeError;
  return isKnown ? error : new ConnectionError(error);
}

/** The error of Postgres, unwrapped from TypeORM's. */
function databaseError(error: unknown): pg.DatabaseError | undefined {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  return cause instanceof pg.DatabaseError ? cause : undefined;
}

/** SQLSTATE of a Postgres error. */
export const sqlState = (error: unknown): string | undefined => databaseError(error)?.code;

/** A write that would violate a unique index, found by a query, because Postgres logs a violation as an error. */
export class UniqueViolation extends Error {
  constructor(readonly constraint: string) {
    super(`Violates the unique index ${constraint}`);
  }
}

/** The name of the violated constraint or unique index. */
export function violatedConstraint(error: unknown): string | undefined {
  if (error instanceof UniqueViolation) return error.constraint;
  const failure = databaseError(error);
  if (!failure?.code?.startsWith('23')) return undefined;
  return failure.constraint ?? constraintIn(failure.message);
}

/** SQLSTATEs that end the connection: connection exceptions, shutdown or crash, idle session and transaction limits. */
const ENDS_CONNECTION = /^(08|57P|25P03|25P04)/;

/** Whether the connection failed, or may still be running the statement. */
export function isConnectionError(error: unknown): boolean {
  const failure = databaseError(error);
  if (failure) return failure.code === undefined || ENDS_CONNECTION.test(failure.code); // without a code, it is no Postgres server
  const cause = error instanceof QueryFailedError ? connectionErrorOf(error.driverError) : error;
  // TypeORM releases a query runner as soon as its connection breaks.
  return cause instanceof ConnectionError || cause instanceof QueryRunnerAlreadyReleasedError;
}

/** SQLSTATEs that may succeed on retry: lack of resources, timeouts, refused writes or logins, conflicts, disk failures. */
const TRANSIENT = /^(53|57014|25006|28|3D000|40001|40P01|55P03|58)/;

/** Whether the database is unreachable, overloaded, full or read-only, so that the client may retry later. */
export function isTransientError(error: unknown): boolean {
  return isConnectionError(error) || TRANSIENT.test(sqlState(error) ?? '');
}
