import { MiB } from '@app/platform/core';
import { type Database, LIMITS, type PoolPartition, type UnitOfWork } from '@app/platform/persistence';
import { copyEntries, type EntryTable } from './copy-entries.js';

/** Minimum body size in bytes; smaller ones gain nothing. */
const MIN_BODY_BYTES = MiB / 2;
/** Milliseconds after which a slow client loses its connection to the database. */
const TIMEOUT_MS = 5_000;
/** Few concurrent early copies; others do not wait but are copied once complete. */
const EARLY: PoolPartition = { name: 'early ingest', share: 1 / 10, wait: 20, limit: LIMITS.commit };

type Continuation = () => Promise<unknown>;

/**
 * Copies the rows of a body while the rest of it arrives and is validated. The unit of work starts before the body is known to be
 * valid, and the command continues it afterwards. Until then nothing is visible, and the copy can be abandoned at any time: the rows
 * are kept and then copied in the command's own unit of work.
 */
export class StreamingCopy {
  /** whether the rows are copied in the current unit of work */
  isCopied = false;

  private outcome: Promise<unknown> | undefined;
  private state: 'open' | 'whole' | 'abandoned' = 'open';
  private isUsed = false;
  private wake: () => void = () => undefined;
  private goOn!: (continuation: Continuation) => void;
  private giveUpWaiting!: (reason: Error) => void;
  private readonly continuation = new Promise<Continuation>((resolve, reject) => {
    this.goOn = resolve;
    this.giveUpWaiting = reject;
  });
  private readonly timer = setTimeout(() => this.giveUp(), TIMEOUT_MS);

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

  /** @param bytes size of the body, if known in advance */
  static isWorth(bytes = Infinity): boolean {
    return bytes >= MIN_BODY_BYTES;
  }

  /** Signals more rows. */
  more(): void {
    if (this.state !== 'open' || this.rows.length === 0) return;
    this.outcome ??= this.begin();
    this.wake();
  }

  /** Signals that all rows are complete and valid. */
  end(): void {
    clearTimeout(this.timer);
    if (this.state === 'open') this.state = 'whole';
    this.wake();
  }

  giveUp(): void {
    clearTimeout(this.timer);
    if (this.isUsed || this.state === 'abandoned') return;
    this.state = 'abandoned';
    this.giveUpWaiting(new Error('An early copy was abandoned'));
    this.wake();
  }

  /** Runs the work in the unit of work with the copied rows; if that was abandoned or failed, runs `alone` in a new one. */
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
      this.isCopied = false; // in case of a retry
      await copyEntries(this.database, this.arriving(), this.table);
      this.isCopied = true;
      return (await this.continuation)();
    }, EARLY);
    outcome.catch(() => undefined); // `finish` reports the error, if called
    return outcome;
  }

  private async *arriving(): AsyncGenerator<Buffer> {
    for (let at = 0; ; at++) {
      while (at === this.rows.length && this.state === 'open')
        await new Promise<void>((resolve) => (this.wake = resolve));
      if (at < this.rows.length && this.state !== 'abandoned') yield this.rows[at]!;
      else if (this.state === 'whole') return;
      else throw new Error('An early copy was abandoned');
    }
  }
}
