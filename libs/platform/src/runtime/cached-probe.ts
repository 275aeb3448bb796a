import { within } from '../core/with-timeout.js';

/** Milliseconds: for how long an answer holds, and how long one that looks waits for it. */
const HOLDS = 2_000;
const WITHIN = 1_000;

/**
 * Something that the database is asked for when somebody looks: one question at a time, however many look, and none waits
 * long for it. While the database is away there is no answer, rather than an old one.
 */
export class Reading<Row> {
  private asked: { at: number; row: Promise<Row | undefined>; isOver: boolean } | undefined;

  constructor(private readonly ask: () => Promise<Row[]>) {}

  /** The first row of the answer. Never fails. */
  async row(): Promise<Row | undefined> {
    let { asked } = this;
    if (!asked || (asked.isOver && performance.now() - asked.at > HOLDS)) {
      const asking = { at: performance.now(), row: this.tried(), isOver: false };
      void asking.row.then(() => (asking.isOver = true));
      this.asked = asked = asking;
    }
    return within(WITHIN, asked.row).catch(() => undefined);
  }

  private async tried(): Promise<Row | undefined> {
    try {
      return (await this.ask())[0];
    } catch {
      return undefined; // others tell that the database is away
    }
  }
}
