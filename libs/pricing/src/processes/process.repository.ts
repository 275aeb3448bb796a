import { Repository } from '@app/platform/persistence';
import { Injectable } from '@nestjs/common';
import { PricingProcess } from './process.aggregate.js';

/** Keeps `updated_at`, because nothing visible to clients changes. */
const CONFIRM = 'update pricing.process set published_at = :at where asset_id = :asset and id = :id';

@Injectable()
export class Processes extends Repository<PricingProcess> {
  protected readonly entity = PricingProcess;

  /** Records that the live data set was sent again. */
  async confirm({ assetId: asset, id }: PricingProcess, at: Date): Promise<void> {
    await this.database.execute(CONFIRM, { asset, id, at });
  }
}
