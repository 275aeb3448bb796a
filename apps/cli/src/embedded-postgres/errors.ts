/** Says in one line why there is no embedded server, and what to do. */
export class EmbeddedPostgresError extends Error {}

/** PostgreSQL needs this much for the next piece of its log; with less it fails in many ways, and names few of them. Bytes. */
const WAL_SEGMENT = 16 * 1024 * 1024;

/** The message for the operator instead of an error caused by a full disk. */
export function diskFull(error: Error, folder: string, free: number): EmbeddedPostgresError | undefined {
  const { message } = error;
  if (free >= WAL_SEGMENT && !/No space left|ENOSPC|disk full|wrote only \d+ of/i.test(message)) return undefined;
  const room = `${Math.floor(free / 1024 / 1024)} MiB free`;
  return new EmbeddedPostgresError(
    `The disk of ${folder} is full (${room}): make room, or set DATA_DIR to another disk. Reported as: ${message.replace(/\.?$/, '.')}`,
  );
}

export function belongsToAnother(data: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(`${data} belongs to another user: run as that user, or set DATABASE_URL.`);
}

export function codeOf(error: unknown): string | undefined {
  return (error as { code?: string }).code;
}
