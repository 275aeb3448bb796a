import type { Lag } from '@app/platform/core';
import { Scheduled, ScheduledJob } from '@app/platform/persistence';

const EVERY_MS = 15_000;

/** Finds rows of all assets and locks them asset by asset, because locks cannot span the servers of distributed tables. */
const OVERDUE = `select asset_id::text as asset, id::text from pricing.transaction
  where status = 'pending' and expires_at <= (select kernel.now())`;

const EXPIRE = `update pricing.transaction set status = 'expired', ended_at = expires_at, needs_sweep = true
  where asset_id = :asset and id in (select id from pricing.transaction
    where asset_id = :asset and id = :id and status = 'pending' for update skip locked)`;

/** Seconds since the earliest overdue expiry. */
const LAG = `select extract(epoch from kernel.now() - min(expires_at))::float8 as lag
  from pricing.transaction where status = 'pending'`;

/** Marks transactions as expired. Every replica runs it: SKIP LOCKED divides the rows among them. */
@Scheduled('expire-transactions', EVERY_MS)
export class ExpireTransactionsJob extends ScheduledJob {
  override async run(): Promise<void> {
    for (const { asset, id } of await this.database.rows<{ asset: string; id: string }>(OVERDUE))
      await this.work.run(() => this.database.execute(EXPIRE, { asset, id }));
  }

  protected override lag(): Promise<Lag[]> {
    return this.database.rows(LAG);
  }
}
