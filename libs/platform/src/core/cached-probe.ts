import { withTimeout } from './with-timeout.js';

/** Milliseconds: how long a result is reused, and how long a reader waits for it. */
const MAX_AGE = 2_000;
const TIMEOUT = 1_000;

/**
 * A value read from the database on demand: one query at a time, however many readers, and no reader waits long for it.
 * While the database is unreachable there is no value rather than a stale one.
 */
export class CachedProbe<Row> {
  private latest: { at: number; row: Promise<Row | undefined>; isOver: boolean } | undefined;

  constructor(private readonly ask: () => Promise<Row[]>) {}

  /** The first row of the result. Never rejects. */
  async row(): Promise<Row | undefined> {
    let { latest } = this;
    if (!latest || (latest.isOver && performance.now() - latest.at > MAX_AGE)) {
      const probe = { at: performance.now(), row: this.query(), isOver: false };
      void probe.row.then(() => (probe.isOver = true));
      this.latest = latest = probe;
    }
    return withTimeout(TIMEOUT, latest.row).catch(() => undefined);
  }

  private async query(): Promise<Row | undefined> {
    try {
      return (await this.ask())[0];
    } catch {
      return undefined; // readiness reports that the database is unreachable
    }
  }
}
