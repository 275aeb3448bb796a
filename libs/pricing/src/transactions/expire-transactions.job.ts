import { type Lag } from '@app/platform/core';
import { Clock, Scheduled, ScheduledJob } from '@app/platform/persistence';
import { Inject } from '@nestjs/common';
import { Transactions } from './transaction.repository.js';

const EVERY_MS = 15_000;

/** Seconds since the earliest overdue expiry. */
const LAG = `select extract(epoch from platform.now() - min(expires_at))::float8 as lag
  from pricing.transaction where status = 'pending'`;

/** Records that the time of transactions has passed. Every replica runs it: SKIP LOCKED divides the rows among them. */
@Scheduled('expire-transactions', EVERY_MS)
export class ExpireTransactionsJob extends ScheduledJob {
  @Inject(Clock) private readonly clock: Clock;
  @Inject(Transactions) private readonly transactions: Transactions;

  override async run(): Promise<void> {
    for (const key of await this.transactions.overdue())
      await this.work.run(async () => this.transactions.expireUnlessLocked(key, await this.clock.now()));
  }

  protected override lag(): Promise<Lag[]> {
    return this.database.rows(LAG);
  }
}
