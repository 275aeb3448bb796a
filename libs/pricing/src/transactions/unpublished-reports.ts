import { Injectable } from '@nestjs/common';
import { Processes } from '../processes/process.repository.js';
import type { IngestReport, Totals } from '../publications/publication.dto.js';
import { UnitPricing } from '../units/unit-pricing.js';
import type { PricingTransaction } from './transaction.aggregate.js';

/** Maximum entries of an open transaction for which matches are counted with each delivery. */
const COUNTED_MOST = 50_000;

/** Reports for transactions that have not published anything. */
@Injectable()
export class UnpublishedReports {
  constructor(
    private readonly processes: Processes,
    private readonly units: UnitPricing,
  ) {}

  /** Previews how the entries of an open transaction match units; omitted for many entries. */
  async preview({ assetId: asset, processId: process, id, dataSet }: PricingTransaction): Promise<IngestReport> {
    const received = dataSet.entries;
    const unmatched =
      received <= COUNTED_MOST ? await this.units.unmatched({ asset, process, transaction: id }) : undefined;
    const totals: Totals = unmatched === undefined ? {} : { matched: received - unmatched, unmatched };
    return this.unpublished(asset, process, 'staged', { received, ...totals });
  }

  /** The report of a transaction that ends without having received an array. */
  nothing({ assetId, processId }: PricingTransaction): Promise<IngestReport> {
    return this.unpublished(assetId, processId, 'nothing_sent', { received: 0 });
  }

  private async unpublished(
    assetId: string,
    id: string,
    outcome: 'staged' | 'nothing_sent',
    totals: Totals,
  ): Promise<IngestReport> {
    const { publication } = await this.processes.find({ assetId, id });
    const live = publication === null ? null : Number(publication);
    const warnings: IngestReport['warnings'] = totals['unmatched'] ? ['unmatched_entries'] : [];
    return { outcome, dry_run: false, publication: live, compared_with: live, totals, warnings };
  }
}
