import { UnitsChanged } from '@app/catalog/contract';
import { EmbeddedAssets, UnitMapsChanged } from '@app/mapping/contract';
import { Consumer, OutboxConsumer } from '@app/platform/persistence';
import { PricesPublished, PricingUnitChanged } from '@app/pricing/contract';
import { BuildDocumentsJob } from './build-documents.job.js';
import { REQUEST_ALL } from './request-build.command.js';

const KNOWN = 'select asset_id::text as asset from viewer.build_request where asset_id = any (:assets::bigint[])';

/** Requests builds after changes of prices, units or maps, for assets with a document or on an embed. */
@Consumer('follow-changes', PricesPublished, PricingUnitChanged, UnitsChanged, UnitMapsChanged)
export class FollowChangesJob extends OutboxConsumer {
  constructor(private readonly builds: BuildDocumentsJob) {
    super();
  }

  protected async consume(assets: string[]): Promise<void> {
    const known = await this.database.rows<{ asset: string }>(KNOWN, { assets });
    const embedded = await this.queries.execute(new EmbeddedAssets(assets));
    await this.database.execute(REQUEST_ALL, { assets: [...known.map(({ asset }) => asset), ...embedded] });
  }

  protected override consumed(): void {
    this.builds.trigger();
  }
}
