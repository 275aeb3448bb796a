import { Database, type Job, Jobs, type Lag, UnitOfWork } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';

const EVERY_MS = 15_000;
/** Entries removed in one database transaction. */
const AT_ONCE = 20_000;

const EXPIRE = `update pricing.transaction set status = 'expired', ended_at = expires_at
  where (asset_id, id) in (select asset_id, id from pricing.transaction
    where status = 'pending' and expires_at <= (select kernel.now()) for update skip locked)`;

const DONE_WITH = `select transaction.asset_id::text, transaction.id::text from pricing.transaction transaction
  join pricing.process process on process.asset_id = transaction.asset_id and process.id = transaction.process_id
  where transaction.holds_entries and transaction.status <> 'pending'
    and process.published_transaction_id is distinct from transaction.id
  limit 1 for update of transaction skip locked`;

const REMOVE = `delete from pricing.entry where asset_id = :asset and (transaction_id, provider_id, id) in (
  select transaction_id, provider_id, id from pricing.entry where asset_id = :asset and transaction_id = :id limit :most)`;

const EMPTY = `update pricing.transaction set holds_entries = false where asset_id = :asset and id = :id`;

/** Seconds since the transaction that is longest due expired. */
const LAG = `select extract(epoch from kernel.now() - min(expires_at))::float8 as lag
  from pricing.transaction where status = 'pending'`;

/** Writes down what time has expired, and drops entries that nobody can see any more. Runs on every replica: rows are taken with SKIP LOCKED. */
@Injectable()
export class SweepJob {
  private readonly job: Job;

  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
    jobs: Jobs,
  ) {
    this.job = jobs.watch('sweep', () => database.rows<Lag>(LAG));
  }

  @Interval(EVERY_MS)
  tick(): Promise<void> {
    return this.job.tick(() => this.run());
  }

  async run(): Promise<void> {
    await this.work.run(() => this.database.execute(EXPIRE));
    while (await this.work.run(() => this.drop()));
  }

  /** @returns whether there was something to drop */
  private async drop(): Promise<boolean> {
    const [found] = await this.database.rows<{ asset_id: string; id: string }>(DONE_WITH);
    if (!found) return false;
    const values = { asset: found.asset_id, id: found.id };
    const removed = await this.database.execute(REMOVE, { ...values, most: AT_ONCE });
    if (removed < AT_ONCE) await this.database.execute(EMPTY, values);
    return true;
  }
}
