import { type Database, LIMITS, type PoolPartition, type UnitOfWork } from '@app/platform/persistence';
import { copyEntries, type EntryTable } from './copy-entries.js';

/** Bytes of a body; with less there is nothing to gain. */
const LEAST = 512 * 1024;
/** A client that has not sent everything by then, in milliseconds, does not hold a connection any longer. */
const WITHIN = 5_000;
/** Few at once, and none of them waits: the others are copied when they are whole. */
const EARLY: PoolPartition = { name: 'early ingest', share: 1 / 10, wait: 20, limit: LIMITS.commit };

type Continuation = () => Promise<unknown>;

/**
 * Copies the rows of a body while the rest of it arrives and is validated: a unit of work that is begun before it is known
 * whether the body is valid, and goes on with the command when it is. Until then nobody sees anything of it, and it can be
 * given up at any time: the rows are all kept, and are then copied in the command's own unit of work.
 */
export class StreamingCopy {
  /** whether the rows are there, in the unit of work under way */
  isCopied = false;

  private outcome: Promise<unknown> | undefined;
  private state: 'open' | 'whole' | 'given up' = 'open';
  private isUsed = false;
  private wake: () => void = () => undefined;
  private goOn!: (continuation: Continuation) => void;
  private giveUpWaiting!: (reason: Error) => void;
  private readonly continuation = new Promise<Continuation>((resolve, reject) => {
    this.goOn = resolve;
    this.giveUpWaiting = reject;
  });
  private readonly timer = setTimeout(() => this.giveUp(), WITHIN);

  /** @param rows grows while the body arrives */
  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
    private readonly rows: readonly Buffer[],
    private readonly table: EntryTable,
  ) {
    this.continuation.catch(() => undefined);
    this.timer.unref();
  }

  /** @param bytes of the body, where they are known before */
  static isWorth(bytes: number | undefined): boolean {
    return bytes === undefined || bytes >= LEAST;
  }

  /** There are more rows. */
  more(): void {
    if (this.state !== 'open' || this.rows.length === 0) return;
    this.outcome ??= this.begin();
    this.wake();
  }

  /** There are all rows, and they are valid. */
  end(): void {
    clearTimeout(this.timer);
    if (this.state === 'open') this.state = 'whole';
    this.wake();
  }

  giveUp(): void {
    clearTimeout(this.timer);
    if (this.isUsed || this.state === 'given up') return;
    this.state = 'given up';
    this.giveUpWaiting(new Error('An early copy was given up'));
    this.wake();
  }

  /** Does the work where the rows are, or, once that is given up or has failed, in a unit of work of its own. */
  async finish<T>(work: () => Promise<T>, alone: () => Promise<T>): Promise<T> {
    if (!this.outcome || this.state !== 'whole' || this.isUsed) return alone();
    this.isUsed = true;
    let hasBegun = false;
    this.goOn(() => {
      hasBegun = true;
      return work();
    });
    try {
      return (await this.outcome) as T;
    } catch (error) {
      if (hasBegun) throw error;
      return alone();
    } finally {
      this.isCopied = false;
    }
  }

  private begin(): Promise<unknown> {
    const outcome = this.work.run(async () => {
      this.isCopied = false; // when all of it is tried again
      await copyEntries(this.database, this.arriving(), this.table);
      this.isCopied = true;
      return (await this.continuation)();
    }, EARLY);
    outcome.catch(() => undefined); // `finish` reports it, if it is still called
    return outcome;
  }

  private async *arriving(): AsyncGenerator<Buffer> {
    for (let at = 0; ; at++) {
      while (at === this.rows.length && this.state === 'open')
        await new Promise<void>((resolve) => (this.wake = resolve));
      if (at < this.rows.length && this.state !== 'given up') yield this.rows[at]!;
      else if (this.state === 'whole') return;
      else throw new Error('An early copy was given up');
    }
  }
}
