import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { type Job, Jobs, type Lag } from '../core/jobs.js';
import { Database } from '../persistence/database.js';
import { UnitOfWork } from '../persistence/unit-of-work.js';
import { RETENTION } from './idempotency.js';

const EVERY_MS = 600_000;
const AT_ONCE = 1_000;

const DELETE = `delete from kernel.answer where (key_id, idempotency_key) in (
  select key_id, idempotency_key from kernel.answer where stored_at <= (select kernel.now()) - interval '${RETENTION}'
  order by stored_at limit ${AT_ONCE} for update skip locked)`;

/** Request counts of past windows. */
const DELETE_COUNTS = `delete from kernel.request_count where key in (select key from kernel.request_count
  where expire <= (select extract(epoch from kernel.now()) * 1000) for update skip locked)`;

/** Seconds by which the oldest stored response is overdue for deletion. */
const LAG = `select extract(epoch from kernel.now() - interval '${RETENTION}' - min(stored_at))::float8 as lag from kernel.answer`;

/** Deletes expired idempotency records and request counts. Every replica runs it: SKIP LOCKED divides the rows among them. */
@Injectable()
export class PurgeIdempotencyKeysJob {
  private readonly job: Job;

  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
    jobs: Jobs,
  ) {
    this.job = jobs.register('forget-answers', () => database.rows<Lag>(LAG));
  }

  @Interval(EVERY_MS)
  tick(): Promise<void> {
    return this.job.tick(() => this.run());
  }

  async run(): Promise<void> {
    while ((await this.work.run(() => this.database.execute(DELETE))) === AT_ONCE);
    await this.work.run(() => this.database.execute(DELETE_COUNTS));
  }
}
