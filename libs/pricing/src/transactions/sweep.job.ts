import { Database, type Job, Jobs, type Lag, UnitOfWork } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';

const EVERY_MS = 15_000;
/** Entries removed in one database transaction. */
const AT_ONCE = 20_000;

const EXPIRE = `update pricing.transaction set status = 'expired', ended_at = expires_at, needs_sweep = true
  where (asset_id, id) in (select asset_id, id from pricing.transaction
    where status = 'pending' and expires_at <= (select kernel.now()) for update skip locked)`;

/** An end that may have left entries, after the one that was looked at last. */
const LEFT = `select asset_id::text as asset, id::text, process_id::text as process from pricing.transaction
  where needs_sweep and (asset_id, id) > (:asset::bigint, :id::bigint)
  order by asset_id, id limit 1 for update skip locked`;

/** Of the same process, whose entries nobody sees any more. */
const UNSEEN = `from pricing.transaction unseen
  where unseen.asset_id = :asset and unseen.process_id = :process and unseen.holds_entries and unseen.status <> 'pending'
    and unseen.id is distinct from (select process.published_transaction_id from pricing.process process
      where process.asset_id = :asset and process.id = :process)`;

const DONE_WITH = `select unseen.id::text ${UNSEEN} limit 1 for update of unseen skip locked`;

/** Others may be at the last of them: then theirs is not over. */
const SWEPT = `update pricing.transaction set needs_sweep = false
  where asset_id = :asset and id = :id and not exists (select ${UNSEEN})`;

const REMOVE = `delete from pricing.entry where asset_id = :asset and (transaction_id, provider_id, id) in (
  select transaction_id, provider_id, id from pricing.entry where asset_id = :asset and transaction_id = :id limit :most)`;

const EMPTY = `update pricing.transaction set holds_entries = false where asset_id = :asset and id = :id`;

/** Seconds since the transaction that is longest due expired. */
const LAG = `select extract(epoch from kernel.now() - min(expires_at))::float8 as lag
  from pricing.transaction where status = 'pending'`;

interface End {
  asset: string;
  id: string;
}

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
    let last: End = { asset: '0', id: '0' };
    for (let next; (next = await this.work.run(() => this.drop(last)));) last = next;
  }

  /** @returns the end that was looked at last, the same while it has left more; undefined when there is no other */
  private async drop(last: End): Promise<End | undefined> {
    const [left] = await this.database.rows<End & { process: string }>(LEFT, { ...last });
    if (!left) return undefined;
    const { asset, id, process } = left;
    const [unseen] = await this.database.rows<{ id: string }>(DONE_WITH, { asset, process });
    if (unseen) {
      const values = { asset, id: unseen.id };
      if ((await this.database.execute(REMOVE, { ...values, most: AT_ONCE })) === AT_ONCE) return last;
      await this.database.execute(EMPTY, values);
    }
    const swept = await this.database.execute(SWEPT, { asset, id, process });
    return unseen && swept === 0 ? last : { asset, id };
  }
}
