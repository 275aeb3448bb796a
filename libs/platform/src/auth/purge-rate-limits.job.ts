import { Scheduled, ScheduledJob } from '../persistence/jobs/scheduled-job.js';

const EVERY_MS = 600_000;

const DELETE = `delete from platform.request_count where key in (select key from platform.request_count
  where expire <= (select extract(epoch from platform.now()) * 1000) for update skip locked)`;

/** Deletes request counts of past windows. Every replica runs it: SKIP LOCKED divides the rows among them. */
@Scheduled('purge-rate-limits', EVERY_MS)
export class PurgeRateLimitsJob extends ScheduledJob {
  override async run(): Promise<void> {
    await this.work.run(() => this.database.execute(DELETE));
  }
}
