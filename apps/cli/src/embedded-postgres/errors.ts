/** The embedded server is unavailable; the message says why and what to do, in one line. */
export class EmbeddedPostgresError extends Error {}

/** Size of a WAL segment in bytes. With less free space, PostgreSQL fails in many ways, mostly without naming the cause. */
const WAL_SEGMENT = 16 * 1024 * 1024;

/** Replaces an error caused by a full disk by a message for the operator. */
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
