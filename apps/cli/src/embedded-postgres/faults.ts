/** Says in one line why there is no embedded server, and what to do. */
export class EmbeddedPostgresError extends Error {}

export function belongsToAnother(data: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(`${data} belongs to another user: run as that user, or set DATABASE_URL.`);
}

export function codeOf(error: unknown): string | undefined {
  return (error as { code?: string }).code;
}
