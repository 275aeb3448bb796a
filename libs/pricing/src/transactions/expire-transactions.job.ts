import { Database, UnitOfWork } from '@app/platform/persistence';
import { type Job, Jobs, type Lag } from '@app/platform/core';
import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';

const EVERY_MS = 15_000;

/** Rows are found among all assets, and then locked in their own: where tables are distributed, no lock spans servers. */
const OVERDUE = `select asset_id::text as asset, id::text from pricing.transaction
  where status = 'pending' and expires_at <= (select kernel.now())`;

const EXPIRE = `update pricing.transaction set status = 'expired', ended_at = expires_at, needs_sweep = true
  where asset_id = :asset and id in (select id from pricing.transaction
    where asset_id = :asset and id = :id and status = 'pending' for update skip locked)`;

/** Seconds since the transaction that is longest due expired. */
const LAG = `select extract(epoch from kernel.now() - min(expires_at))::float8 as lag
  from pricing.transaction where status = 'pending'`;

/** Records which transactions time has expired. Runs on every replica: rows are taken with SKIP LOCKED. */
@Injectable()
export class ExpireTransactionsJob {
  private readonly job: Job;

  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
    jobs: Jobs,
  ) {
    this.job = jobs.register('expire-transactions', () => database.rows<Lag>(LAG));
  }

  @Interval(EVERY_MS)
  tick(): Promise<void> {
    return this.job.tick(() => this.run());
  }

  async run(): Promise<void> {
    for (const { asset, id } of await this.database.rows<{ asset: string; id: string }>(OVERDUE))
      await this.work.run(() => this.database.execute(EXPIRE, { asset, id }));
  }
}
