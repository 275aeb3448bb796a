interface DriverFault {
  code?: string;
  constraint?: string;
  message?: string;
  driverError?: DriverFault;
}

/** SQLSTATE of an error of Postgres, also through TypeORM's wrapper. */
export function sqlState(error: unknown): string | undefined {
  const fault = error as DriverFault | undefined;
  const code = fault?.driverError?.code ?? fault?.code;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

/** Citus tells it in the message only, with the number of the shard at its end. */
export function violatedConstraint(error: unknown): string | undefined {
  const fault = (error as DriverFault | undefined)?.driverError ?? (error as DriverFault | undefined);
  if (!sqlState(error)?.startsWith('23')) return undefined;
  return fault?.constraint ?? /constraint "(\w+?)(?:_\d{6,})?"/.exec(fault?.message ?? '')?.[1];
}

const NODE_FAULTS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
]);
const PG_TEXTS =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|not queryable|Client has encountered a connection error|Cannot use a pool after calling end/;

/** The link to the database failed, or may still be busy with the statement. */
export function isConnectionFault(error: unknown): boolean {
  const fault = (error as DriverFault | undefined)?.driverError ?? (error as DriverFault | undefined);
  if (NODE_FAULTS.has(fault?.code ?? '')) return true;
  const state = sqlState(error) ?? '';
  return state.startsWith('08') || state.startsWith('57P') || PG_TEXTS.test(fault?.message ?? '');
}

/** The database is gone, too busy, full or refuses writes: our caller may try again later. */
export function isDatabaseTrouble(error: unknown): boolean {
  const state = sqlState(error) ?? '';
  return isConnectionFault(error) || /^(53|57014|25P03|25006|40001|40P01|55P03|58)/.test(state);
}
