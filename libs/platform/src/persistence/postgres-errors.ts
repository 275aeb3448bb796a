import pg from 'pg';
import { QueryFailedError, QueryRunnerAlreadyReleasedError, TypeORMError } from 'typeorm';

/** No answer of Postgres came: the connection failed, could not be had, or is still busy with the statement. */
export class ConnectionError extends Error {
  constructor(cause: unknown) {
    const [first = cause] = (cause as Partial<AggregateError>).errors ?? []; // of several addresses that were tried
    super(first instanceof Error ? first.message : String(first), { cause });
  }
}

/** Waits for the driver: what it fails with is an answer of Postgres or a failure of the connection. */
export async function answered<T>(asking: Promise<T>): Promise<T> {
  try {
    return await asking;
  } catch (error) {
    throw connectionErrorOf(error);
  }
}

/** @param error of the driver. A misuse of the driver or of TypeORM stays what it is: a fault of ours. */
export function connectionErrorOf(error: unknown): unknown {
  const isKnown = databaseError(error) !== undefined || error instanceof TypeORMError || error instanceof TypeError;
  return isKnown ? error : new ConnectionError(error);
}

/** What Postgres answered, also through TypeORM's wrapper. */
function databaseError(error: unknown): pg.DatabaseError | undefined {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  return cause instanceof pg.DatabaseError ? cause : undefined;
}

/** SQLSTATE of an error of Postgres. */
export const sqlState = (error: unknown): string | undefined => databaseError(error)?.code;

/** Citus tells it in the message only, with the number of the shard at its end. */
export function violatedConstraint(error: unknown): string | undefined {
  const fault = databaseError(error);
  if (!fault?.code?.startsWith('23')) return undefined;
  return fault.constraint ?? /constraint "(\w+?)(?:_\d{6,})?"/.exec(fault.message)?.[1];
}

/** With these Postgres ends the connection: connection exceptions, a shutdown or crash, limits on idle sessions and transactions. */
const ENDS_CONNECTION = /^(08|57P|25P03|25P04)/;

/** The connection to the database failed, or may still be busy with the statement. */
export function isConnectionFault(error: unknown): boolean {
  const fault = databaseError(error);
  if (fault) return fault.code === undefined || ENDS_CONNECTION.test(fault.code); // without a code, it was no Postgres
  const cause = error instanceof QueryFailedError ? connectionErrorOf(error.driverError) : error;
  // TypeORM releases a query runner as soon as its connection breaks.
  return cause instanceof ConnectionError || cause instanceof QueryRunnerAlreadyReleasedError;
}

/** Lack of resources, a limit of time, a database that refuses writes or logins, a conflict with others, a failing disk. */
const MAY_PASS = /^(53|57014|25006|28|3D000|40001|40P01|55P03|58)/;

/** The database is gone, too busy, full or refuses writes: our caller may try again later. */
export function isDatabaseTrouble(error: unknown): boolean {
  return isConnectionFault(error) || MAY_PASS.test(sqlState(error) ?? '');
}
