import { Repository } from '@app/platform/persistence';
import { Injectable } from '@nestjs/common';
import { PricingProcess } from './process.aggregate.js';

/** Keeps `updated_at`, because nothing visible to clients changes. */
const CONFIRM = 'update pricing.process set published_at = :at where asset_id = :asset and id = :id';

/** Waits for requests that add entries, which would be stored after those here are deleted. */
const HOLD_TRANSACTIONS = `select from pricing.transaction
  where asset_id = :asset and process_id = any (:processes::bigint[]) and status = 'pending' order by id for update`;

const DELETE_ENTRIES = `delete from pricing.entry where asset_id = :asset and transaction_id in (
  select id from pricing.transaction where asset_id = :asset and process_id = any (:processes::bigint[]))`;

@Injectable()
export class Processes extends Repository<PricingProcess> {
  protected readonly entity = PricingProcess;

  /** Records that the live data set was sent again. */
  async confirm({ assetId: asset, id }: PricingProcess, at: Date): Promise<void> {
    await this.database.execute(CONFIRM, { asset, id, at });
  }

  /**
   * Deletes the entries of locked processes that are about to be deleted. Entries have no foreign key to their transaction, because
   * checking it would slow down every delivery.
   */
  async deleteEntries(asset: string, processes: readonly string[]): Promise<void> {
    await this.database.rows(HOLD_TRANSACTIONS, { asset, processes });
    await this.database.execute(DELETE_ENTRIES, { asset, processes });
  }
}
