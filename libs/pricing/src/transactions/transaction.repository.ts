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
  where asset_id = :asset and process_id = :process and status = 'pending' and expires_at > kernel.now()`;

const EXPIRE = `update pricing.transaction set status = 'expired', ended_at = expires_at, needs_sweep = true
  where asset_id = :asset and process_id = :process and status = 'pending' and expires_at <= :now`;

@Injectable()
export class Transactions extends Repository<PricingTransaction> {
  protected readonly entity = PricingTransaction;

  /**
   * Adds a transaction to its process. One that is in the way but has expired is marked as such, if the job has not done so yet.
   * @param now by the clock of the database
   * @throws TransactionOpen if another one is open
   */
  async open(transaction: PricingTransaction, now: Date): Promise<void> {
    const { assetId, processId } = transaction;
    for (let attempt = 1; ; attempt++) {
      if (await this.addUnlessTaken(transaction)) return;
      if (await this.expireOverdue({ assetId, processId }, now)) continue;
      const id = await this.openOne({ assetId, processId });
      if (id !== undefined || attempt === ATTEMPTS) throw new TransactionOpen(id);
    }
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

  private async expireOverdue({ assetId, processId }: Ids<'asset' | 'process'>, now: Date): Promise<boolean> {
    return (await this.database.execute(EXPIRE, { asset: assetId, process: processId, now })) > 0;
  }
}
