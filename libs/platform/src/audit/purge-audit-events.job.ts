import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { type Job, Jobs } from '../core/jobs.js';
import { Database } from '../persistence/database.js';
import { UnitOfWork } from '../persistence/unit-of-work.js';
import { SETTINGS, type Settings } from '../core/settings.js';

const EVERY_MS = 60 * 60_000;
/** Events removed in one transaction. */
const AT_ONCE = 1_000;

const ALLOW = `select set_config('audit.purge', 'on', true)`;

const REMOVE = `delete from audit.event where id in (
  select id from audit.event where at < (select kernel.now()) - make_interval(days => :days::int)
  order by at limit :most for update skip locked)`;

/** Deletes audit events older than the retention period. Every replica runs it: SKIP LOCKED divides the rows among them. */
@Injectable()
export class PurgeAuditEventsJob {
  private readonly job: Job;

  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: Settings,
    jobs: Jobs,
  ) {
    this.job = jobs.register('purge-audit');
  }

  @Interval(EVERY_MS)
  tick(): Promise<void> {
    return this.job.tick(() => this.run());
  }

  async run(): Promise<void> {
    while ((await this.work.run(() => this.removeSome())) === AT_ONCE);
  }

  private async removeSome(): Promise<number> {
    await this.database.rows(ALLOW);
    return this.database.execute(REMOVE, { days: this.settings.auditDays, most: AT_ONCE });
  }
}
