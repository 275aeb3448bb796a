import { withTimeout } from './with-timeout.js';

/** Milliseconds: how long a result is reused, and how long a reader waits for it. */
const MAX_AGE = 2_000;
const TIMEOUT = 1_000;

/**
 * A value read from the database on demand: one query at a time, however many readers, and no reader waits long for it.
 * While the database is unreachable there is no value rather than a stale one.
 */
export class CachedProbe<Row> {
  private asked: { at: number; row: Promise<Row | undefined>; isOver: boolean } | undefined;

  constructor(private readonly ask: () => Promise<Row[]>) {}

  /** The first row of the result. Never rejects. */
  async row(): Promise<Row | undefined> {
    let { asked } = this;
    if (!asked || (asked.isOver && performance.now() - asked.at > MAX_AGE)) {
      const asking = { at: performance.now(), row: this.query(), isOver: false };
      void asking.row.then(() => (asking.isOver = true));
      this.asked = asked = asking;
    }
    return withTimeout(TIMEOUT, asked.row).catch(() => undefined);
  }

  private async query(): Promise<Row | undefined> {
    try {
      return (await this.ask())[0];
    } catch {
      return undefined; // readiness reports that the database is unreachable
    }
  }
}
