import { type Ids } from '@app/platform/core';
import { Repository } from '@app/platform/persistence';
import { Injectable } from '@nestjs/common';
import { PricingTransaction } from './transaction.aggregate.js';

const OPEN = `select id::text from pricing.transaction
  where asset_id = :asset and process_id = :process and status = 'pending' and expires_at > kernel.now()`;

const EXPIRE = `update pricing.transaction set status = 'expired', ended_at = expires_at, needs_sweep = true
  where asset_id = :asset and process_id = :process and status = 'pending' and expires_at <= :now`;

@Injectable()
export class Transactions extends Repository<PricingTransaction> {
  protected readonly entity = PricingTransaction;

  async openOne({ assetId, processId }: Ids<'asset' | 'process'>): Promise<string | undefined> {
    const [row] = await this.database.rows<{ id: string }>(OPEN, { asset: assetId, process: processId });
    return row?.id;
  }

  /** Marks the process's transaction as expired if the job has not done so yet, to make room for a new one. @returns whether it had expired */
  async expireOverdue({ assetId, processId }: Ids<'asset' | 'process'>, now: Date): Promise<boolean> {
    return (await this.database.execute(EXPIRE, { asset: assetId, process: processId, now })) > 0;
  }
}
