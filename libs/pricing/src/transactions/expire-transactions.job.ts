import { Clock, type Lag } from '@app/platform/core';
import { Scheduled, ScheduledJob } from '@app/platform/persistence';
import { Inject } from '@nestjs/common';
import { Transactions } from './transaction.repository.js';

const EVERY_MS = 15_000;

/** Finds rows of all assets and locks them asset by asset, because locks cannot span the servers of distributed tables. */
const OVERDUE = `select asset_id::text as asset, id::text from pricing.transaction
  where status = 'pending' and expires_at <= (select platform.now())`;

const TAKE = `select id from pricing.transaction where asset_id = :asset and id = :id and status = 'pending' for update skip locked`;

/** Seconds since the earliest overdue expiry. */
const LAG = `select extract(epoch from platform.now() - min(expires_at))::float8 as lag
  from pricing.transaction where status = 'pending'`;

/** Marks transactions as expired. Every replica runs it: SKIP LOCKED divides the rows among them. */
@Scheduled('expire-transactions', EVERY_MS)
export class ExpireTransactionsJob extends ScheduledJob {
  @Inject(Clock) private readonly clock: Clock;
  @Inject(Transactions) private readonly transactions: Transactions;

  override async run(): Promise<void> {
    for (const { asset, id } of await this.database.rows<{ asset: string; id: string }>(OVERDUE))
      await this.work.run(async () => {
        const taken = await this.database.rows(TAKE, { asset, id });
        if (taken.length > 0) await this.transactions.expire({ assetId: asset, id }, await this.clock.now());
      });
  }

  protected override lag(): Promise<Lag[]> {
    return this.database.rows(LAG);
  }
}
