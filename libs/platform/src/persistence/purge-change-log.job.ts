import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { type Job, Jobs } from '../core/jobs.js';
import { Database } from './database.js';
import { UnitOfWork } from './unit-of-work.js';

const EVERY_MS = 60_000;
/** Marks that are kept: notes of transactions that had ended before the first of them are dropped, ten minutes later. */
const MARKS = 10;

const MARK = `select pg_snapshot_xmin(pg_current_snapshot())::text as mark`;
const FORGET = `delete from kernel.noted_change where transaction_id < :mark::bigint`;

/**
 * Drops notes that no process can want any more: whoever looked within the last five minutes has seen what had been committed
 * ten minutes ago, by whatever clock. On every replica; the same rows may be dropped by several.
 */
@Injectable()
export class PurgeChangeLogJob {
  private readonly job: Job;
  private readonly marks: string[] = [];

  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
    jobs: Jobs,
  ) {
    this.job = jobs.register('forget-changes');
  }

  @Interval(EVERY_MS)
  tick(): Promise<void> {
    return this.job.tick(() => this.run());
  }

  async run(): Promise<void> {
    const [row] = await this.database.rows<{ mark: string }>(MARK);
    this.marks.push(row!.mark);
    if (this.marks.length <= MARKS) return;
    const mark = this.marks.shift()!;
    await this.work.run(() => this.database.execute(FORGET, { mark }));
  }
}
