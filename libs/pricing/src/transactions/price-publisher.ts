import { timeText } from '@app/platform/core';
import { Clock, Database } from '@app/platform/persistence';
import { Injectable } from '@nestjs/common';
import type { SentEntries } from '../deliveries/copy-entries.js';
import type { PricingProcess } from '../processes/process.aggregate.js';
import { Processes } from '../processes/process.repository.js';
import { type ChangeCounts, EntryComparison } from '../publications/entry-comparison.js';
import type { IngestReport } from '../publications/publication.dto.js';
import { Publications } from '../publications/publication.repository.js';
import { UnitPricing } from '../units/unit-pricing.js';
import { CommitReports, reportRefusal } from './commit-report.js';
import type { PublishOptions } from './publish-options.js';
import type { PricingTransaction } from './transaction.aggregate.js';

/**
 * Disables nested loops, because new entries have no statistics: a plan for one row would meet ten thousand. Plans each statement once
 * per connection, because planning takes longer than a commit of a few hundred entries. Excludes the units from the audit trail, which
 * records the transaction instead.
 */
const PREPARE = `set local enable_nestloop = off; set local plan_cache_mode = force_generic_plan; set local work_mem = '32MB';
  set local audit.unrecorded = 'pricing.unit'`;

/** How a data set was stored: the live generation, and the number of entries that it closes; undefined for a new generation. */
interface Stored {
  generation: string;
  removed?: number;
}

/** Publishes the data set of a transaction with a few statements, regardless of its size. */
@Injectable()
export class PricePublisher {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly processes: Processes,
    private readonly comparison: EntryComparison,
    private readonly units: UnitPricing,
    private readonly publications: Publications,
    private readonly reports: CommitReports,
  ) {}

  /**
   * Replaces the live data set of the process by the transaction's entries.
   * @param isStaged whether they are in the temporary table
   * @throws Problem if another publication than that of `onlyIf` is live
   * @throws GuardRefusedError if the changes exceed the limits of the process; a dry run only reports that
   */
  async publish(
    transaction: PricingTransaction,
    now: Date,
    isStaged: boolean,
    options: PublishOptions,
  ): Promise<IngestReport> {
    const { assetId, processId } = transaction;
    transaction.queue(now);
    const process = await this.processes.lock({ assetId, id: processId });
    if (options.onlyIf !== undefined) process.requireLive(options.onlyIf);
    await (await this.database.client())!.query(PREPARE);
    const sent = sentBy(transaction, isStaged);
    const isUnchanged = process.published !== null && process.holds(transaction.dataSet);
    const counts = isUnchanged ? undefined : await this.compare(sent, process);
    const stored = isUnchanged ? { generation: process.published! } : await this.store(sent, process, counts);
    const at = await this.clock.now();
    const publication = isUnchanged ? process.publication! : process.nextPublication;
    const live = { generation: stored.generation, publication, at };
    const reach = await this.units.price(sent, live);
    if (options.restoredFrom !== undefined) await this.units.restoreFullPrices(sent, options.restoredFrom, live);
    const report = await this.reports.of({ transaction, process, sent, counts, isUnchanged, now }, reach, options);
    if (report.guard?.outcome === 'refused') return reportRefusal(report, options.isDryRun);
    if (report.guard?.outcome === 'overridden') transaction.override();
    await this.finish(transaction, process, stored, report, at, options.restoredFrom ?? null);
    if (!options.isDryRun) report.as_of = timeText(at);
    return report;
  }

  /** Stores all entries of a transaction whose commit was refused. */
  async keep(transaction: PricingTransaction, isStaged: boolean): Promise<void> {
    await this.comparison.storeAll(sentBy(transaction, isStaged));
  }

  private async compare(sent: SentEntries, process: PricingProcess): Promise<ChangeCounts | undefined> {
    if (process.published === null) return undefined;
    return this.comparison.compare(sent, process.published, process.activeGuard?.max_price_change_percent ?? null);
  }

  /** Stores the difference to the live entries, or all entries as a new generation. */
  private async store(sent: SentEntries, process: PricingProcess, counts: ChangeCounts | undefined): Promise<Stored> {
    if (!counts || process.needsNewGeneration(counts.opened, counts.closed)) {
      await this.comparison.storeAll(sent);
      return { generation: sent.transactionId };
    }
    await this.comparison.storeDifference(sent, process.published!, process.nextPublication);
    return { generation: process.published!, removed: counts.closed };
  }

  private async finish(
    transaction: PricingTransaction,
    process: PricingProcess,
    { generation, removed }: Stored,
    report: IngestReport,
    at: Date,
    restoredFrom: string | null,
  ): Promise<void> {
    const comparedWith = process.publication;
    if (report.outcome === 'unchanged') await this.processes.confirm(process, at);
    else {
      process.publish(generation, transaction.dataSet, at, removed);
      const { totals } = report;
      await this.publications.add(process, { transaction: transaction.id, comparedWith, restoredFrom, totals, at });
      await this.processes.save(process);
    }
    transaction.finish(at, process.publication!, report.totals);
  }
}

const sentBy = ({ assetId, processId, id }: PricingTransaction, isStaged: boolean): SentEntries => ({
  ...{ assetId, processId, transactionId: id, isStaged },
});
