import { Scheduled, ScheduledJob } from './scheduled-job.js';

const EVERY_MS = 60_000;
/** One mark per run; records of transactions that ended before the oldest of them are deleted, ten minutes later. */
const MARKS = 10;

const MARK = `select pg_snapshot_xmin(pg_current_snapshot())::text as mark`;
const DELETE = `delete from platform.change_log where transaction_id < :mark::bigint`;

/**
 * Deletes change records that every process has seen: a process that polled within the last five minutes knows everything
 * committed ten minutes ago. Every replica runs it; deleting the same rows twice is harmless.
 */
@Scheduled('purge-change-log', EVERY_MS)
export class PurgeChangeLogJob extends ScheduledJob {
  private readonly marks: string[] = [];

  override async run(): Promise<void> {
    const [row] = await this.database.rows<{ mark: string }>(MARK);
    this.marks.push(row!.mark);
    if (this.marks.length <= MARKS) return;
    const mark = this.marks.shift()!;
    await this.work.run(() => this.database.execute(DELETE, { mark }));
  }
}
