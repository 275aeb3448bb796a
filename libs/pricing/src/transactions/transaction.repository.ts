import { type Ids, Problem } from '@app/platform/core';
import { Repository } from '@app/platform/persistence';
import { Injectable } from '@nestjs/common';
import { PricingTransaction } from './transaction.aggregate.js';

/** Another transaction is open on the process; the sender may continue it. */
export class TransactionOpen extends Problem {
  constructor(
    /** undefined if it ended before it could be read */
    readonly transactionId: string | undefined,
  ) {
    super('conflict', 'transaction_open', 'A transaction is open on this process');
  }
}

/** Maximum attempts to open a transaction, because one that is in the way may end before it can be named. */
const ATTEMPTS = 20;

const OPEN = `select id::text from pricing.transaction
  where asset_id = :asset and process_id = :process and status = 'pending' and expires_at > platform.now()`;

const PENDING = `select id::text from pricing.transaction
  where asset_id = :asset and process_id = :process and status = 'pending'`;

/** Rows of all assets, which are locked asset by asset, because locks cannot span the servers of distributed tables. */
const OVERDUE = `select asset_id::text as "assetId", id::text from pricing.transaction
  where status = 'pending' and expires_at <= (select platform.now())`;

const TAKE = `select id from pricing.transaction where asset_id = :assetId and id = :id and status = 'pending' for update skip locked`;

type Key = Ids<'asset'> & { id: string };

@Injectable()
export class Transactions extends Repository<PricingTransaction> {
  protected readonly entity = PricingTransaction;

  /**
   * Adds a transaction to its process. One that is in the way but has expired is marked as such, if the job has not done so yet.
   * @param now by the clock of the database
   * @throws TransactionOpen if another one is open
   */
  async open(transaction: PricingTransaction, now: Date): Promise<void> {
    for (let attempt = 1; !(await this.addUnlessTaken(transaction)); attempt++) {
      const other = await this.pending(transaction);
      if (other?.statusAt(now) === 'pending' || attempt === ATTEMPTS) throw new TransactionOpen(other?.id);
      if (other) await this.expire({ assetId: other.assetId, id: other.id }, now);
    }
  }

  /** Transactions whose time has passed, which is not recorded yet. */
  overdue(): Promise<Key[]> {
    return this.database.rows<Key>(OVERDUE);
  }

  /** Records that the time of a transaction has passed, if it has, and no other process is about to. */
  async expireUnlessLocked(key: Key, now: Date): Promise<void> {
    const taken = await this.database.rows(TAKE, { ...key });
    if (taken.length > 0) await this.expire(key, now);
  }

  /** Records that the time of a transaction has passed, if it has. */
  private async expire(key: Key, now: Date): Promise<void> {
    const transaction = await this.lock(key);
    if (transaction.expire(now)) await this.save(transaction);
  }

  async openOne({ assetId, processId }: Ids<'asset' | 'process'>): Promise<string | undefined> {
    const [row] = await this.database.rows<{ id: string }>(OPEN, { asset: assetId, process: processId });
    return row?.id;
  }

  /**
   * Inserts the transaction unless another one is open: a common conflict, which Postgres does not log as an error this way.
   * @returns whether it was inserted
   */
  private async addUnlessTaken(transaction: PricingTransaction): Promise<boolean> {
    const insert = this.database.manager.createQueryBuilder().insert().into(this.entity).values(transaction);
    const { raw } = await insert.orIgnore().execute();
    const isAdded = (raw as unknown[]).length > 0;
    if (isAdded) this.added(transaction);
    return isAdded;
  }

  /** The transaction of the process that has not ended; its time may have passed. */
  private async pending({ assetId, processId }: Ids<'asset' | 'process'>): Promise<PricingTransaction | undefined> {
    const [row] = await this.database.rows<{ id: string }>(PENDING, { asset: assetId, process: processId });
    return row && this.find({ assetId, id: row.id });
  }
}
