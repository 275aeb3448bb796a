import { Inject } from '@nestjs/common';
import { SETTINGS, type Settings } from '../core/settings/settings.js';
import { Scheduled, ScheduledJob } from '../persistence/jobs/scheduled-job.js';

const EVERY_MS = 60 * 60_000;
const BATCH_SIZE = 1_000;

const ALLOW = `select set_config('audit.purge', 'on', true)`;

const REMOVE = `delete from audit.event where id in (
  select id from audit.event where at < (select platform.now()) - make_interval(days => :days::int)
  order by at limit :batch for update skip locked)`;

/** Deletes audit events older than the retention period. Every replica runs it: SKIP LOCKED divides the rows among them. */
@Scheduled('purge-audit-events', EVERY_MS)
export class PurgeAuditEventsJob extends ScheduledJob {
  @Inject(SETTINGS) private readonly settings: Settings;

  override async run(): Promise<void> {
    while ((await this.work.run(() => this.removeSome())) === BATCH_SIZE);
  }

  private async removeSome(): Promise<number> {
    await this.database.rows(ALLOW);
    return this.database.execute(REMOVE, { days: this.settings.auditDays, batch: BATCH_SIZE });
  }
}
