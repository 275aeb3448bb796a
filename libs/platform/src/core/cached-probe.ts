import { cachedFor } from './cached-for.js';
import { withTimeout } from './with-timeout.js';

/** Milliseconds: how long a result is reused, and how long a reader waits for it. */
const MAX_AGE = 2_000;
const TIMEOUT = 1_000;

/**
 * A value read from the database on demand: one query at a time, however many readers, and no reader waits long for it.
 * While the database is unreachable there is no value rather than a stale one.
 */
export class CachedProbe<Row> {
  private readonly latest: () => Promise<Row | undefined>;

  constructor(query: () => Promise<Row[]>) {
    this.latest = cachedFor(MAX_AGE, async () => (await query())[0]);
  }

  /** The first row of the result. Never rejects: readiness reports that the database is unreachable. */
  row(): Promise<Row | undefined> {
    return withTimeout(TIMEOUT, this.latest()).catch(() => undefined);
  }
}
