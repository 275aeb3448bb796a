import { cachedFor } from './cached-for.js';
import { withTimeout } from './with-timeout.js';

/** Milliseconds: how long a result is reused, and how long a reader waits for it. */
const MAX_AGE = 2_000;
const TIMEOUT = 1_000;

/**
 * Reads the first row of a query on demand: one query at a time, however many readers, and no reader waits long for it. Never rejects:
 * while the database is unreachable there is no row rather than a stale one, and readiness reports it.
 */
export function cachedProbe<Row>(query: () => Promise<Row[]>): () => Promise<Row | undefined> {
  const latest = cachedFor(MAX_AGE, async () => (await query())[0]);
  return () => withTimeout(TIMEOUT, latest()).catch(() => undefined);
}
