import { Scheduled, ScheduledJob } from '@app/platform/persistence';

const EVERY_MS = 15_000;
/** Entries deleted per database transaction. */
const BATCH_SIZE = 20_000;
const END_BATCH_SIZE = 10_000;

/** Finds ended transactions with leftover entries, to lock them asset by asset: locks cannot span the servers of distributed tables. */
const LEFT = `select asset_id::text as asset, id::text, process_id::text as process from pricing.transaction
  where needs_sweep order by asset_id, id limit ${END_BATCH_SIZE}`;

const TAKE = `select id from pricing.transaction where asset_id = :asset and id = :id and needs_sweep for update skip locked`;

/** Ended transactions of the same process whose entries are neither live nor part of a publication. */
const UNSEEN = `from pricing.transaction unseen
  where unseen.asset_id = :asset and unseen.process_id = :process and unseen.holds_entries and unseen.status <> 'pending'
    and unseen.id is distinct from (select process.published_transaction_id from pricing.process process
      where process.asset_id = :asset and process.id = :process)
    and not exists (select from pricing.publication publication
      where publication.asset_id = :asset and publication.generation_id = unseen.id)`;

const DONE_WITH = `select unseen.id::text ${UNSEEN} limit 1 for update of unseen skip locked`;

/** Clears the mark unless entries are left, which another replica may be deleting. */
const CLEAR_MARK = `update pricing.transaction set needs_sweep = false
  where asset_id = :asset and id = :id and not exists (select ${UNSEEN})`;

const REMOVE = `delete from pricing.entry where asset_id = :asset and (transaction_id, provider_id, id) in (
  select transaction_id, provider_id, id from pricing.entry where asset_id = :asset and transaction_id = :id limit :batch)`;

const EMPTY = `update pricing.transaction set holds_entries = false where asset_id = :asset and id = :id`;

interface End {
  asset: string;
  id: string;
  process: string;
}

/** Deletes entries of ended transactions that are no longer visible. Every replica runs it: SKIP LOCKED divides the rows among them. */
@Scheduled('purge-entries', EVERY_MS)
export class PurgeEntriesJob extends ScheduledJob {
  override async run(): Promise<void> {
    let ends = await this.database.rows<End>(LEFT);
    for (let before = Infinity; ends.length < before;) {
      before = ends.length;
      const left: End[] = [];
      for (const end of ends) if (!(await this.purge(end))) left.push(end);
      ends = left; // other replicas are handling these
    }
  }

  /** @returns whether nothing is left */
  private async purge(end: End): Promise<boolean> {
    for (;;) {
      const isPurged = await this.work.run(() => this.drop(end));
      if (isPurged !== undefined) return isPurged;
    }
  }

  /** @returns undefined if more entries are left */
  private async drop({ asset, id, process }: End): Promise<boolean | undefined> {
    const taken = await this.database.rows(TAKE, { asset, id });
    if (taken.length === 0) return false;
    const [unseen] = await this.database.rows<{ id: string }>(DONE_WITH, { asset, process });
    if (unseen) {
      const values = { asset, id: unseen.id };
      if ((await this.database.execute(REMOVE, { ...values, batch: BATCH_SIZE })) === BATCH_SIZE) return undefined;
      await this.database.execute(EMPTY, values);
    }
    if ((await this.database.execute(CLEAR_MARK, { asset, id, process })) > 0) return true;
    return unseen ? undefined : false;
  }
}
