import { Clock } from '@app/platform/core';
import { Database } from '@app/platform/persistence';
import { Injectable } from '@nestjs/common';
import { type SentEntries, STAGED } from '../entries/copy-entries.js';
import { timestampOf } from '../entries/past-publications.js';
import { readBack } from '../entries/read-back.js';
import { Processes } from '../processes/process.repository.js';
import { type DataSetOf, EntryStore, unchanged } from './entry-store.js';
import type { IngestReport } from '../publications/publication.dto.js';
import { Publications } from '../publications/publication.repository.js';
import { UnitPricing } from '../units/unit-pricing.js';
import { type Commit, CommitReports } from './commit-report.js';
import { refused } from './guard-refused.js';
import type { PublishOptions } from './publish-options.js';
import type { PricingTransaction } from './transaction.aggregate.js';

/**
 * Disables nested loops, because new entries have no statistics: a plan for one row would meet ten thousand. Excludes the units from
 * the audit trail, which records the transaction instead.
 */
const PREPARE = `set local enable_nestloop = off; set local work_mem = '32MB'; set local audit.unrecorded = 'pricing.unit'`;

/** Publishes the data set of a transaction with a few statements, regardless of its size. */
@Injectable()
export class PricePublisher {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly processes: Processes,
    private readonly store: EntryStore,
    private readonly units: UnitPricing,
    private readonly publications: Publications,
    private readonly reports: CommitReports,
  ) {}

  /**
   * Replaces the live data set of the process by the transaction's entries.
   * @param delivery the delivery with all entries, if there was only one
   * @throws Problem if another publication than that of `onlyIf` is live
   * @throws GuardRefusedError if the changes exceed the limits of the process; a dry run only reports that
   */
  async publish(
    transaction: PricingTransaction,
    now: Date,
    delivery?: DataSetOf,
    options: PublishOptions = {},
  ): Promise<IngestReport> {
    const { assetId, processId, id } = transaction;
    transaction.queue(now);
    const process = await this.processes.lock({ assetId, id: processId });
    if (options.onlyIf !== undefined) process.requireLive(options.onlyIf);
    await (await this.database.client())!.query(PREPARE);
    const isUnchanged = process.published !== null && process.holds(transaction.dataSet);
    const all = { assetId, transactionId: id, ...transaction.dataSet };
    const read = delivery || isUnchanged ? undefined : await readBack(this.database, all, process.liveSet, now);
    try {
      const set = delivery ?? read;
      const isStaged = set?.table === STAGED && set.entries > 0;
      const sent: SentEntries = { assetId, processId, transactionId: id, isStaged };
      const stored = isUnchanged ? unchanged(process) : await this.store.storeSet(sent, process, set);
      return await this.apply({ transaction, process, sent, stored, set, isUnchanged, now }, options);
    } finally {
      read?.release();
    }
  }

  /** Updates the units to the stored data set, reports what has changed, and publishes it unless the guard refuses. */
  private async apply(commit: Commit, options: PublishOptions): Promise<IngestReport> {
    const { transaction, process, sent, stored, set, isUnchanged, now } = commit;
    const areAllNew = stored.generation === transaction.id;
    const isFirst = process.published === null;
    const selected = set?.chosen?.holdsAt(now) ? await set.chosen.columns(areAllNew, isFirst) : undefined;
    const at = await this.clock.now();
    const publication = isUnchanged ? process.publication! : process.nextPublication;
    const live = { generation: stored.generation, publication, at, areAllNew };
    const reach = await this.units.price(sent, live, selected);
    if (options.restoredFrom !== undefined) await this.units.restoreFullPrices(sent, options.restoredFrom, live);
    const report = await this.reports.of(commit, reach, options);
    if (report.guard?.outcome === 'refused') return refused(report, options.isDryRun);
    if (report.guard?.outcome === 'overridden') transaction.override();
    await this.finish(commit, report, at, options.restoredFrom ?? null);
    if (!options.isDryRun) report.as_of = timestampOf(at);
    return report;
  }

  private async finish(commit: Commit, report: IngestReport, at: Date, restoredFrom: string | null): Promise<void> {
    const { transaction, process, stored } = commit;
    const comparedWith = process.publication;
    if (report.outcome === 'unchanged') await this.processes.confirm(process, at);
    else {
      process.publish(stored.generation, transaction.dataSet, at, stored.removed);
      await this.processes.save(process);
      const { totals } = report;
      await this.publications.add(process, { transaction: transaction.id, comparedWith, restoredFrom, totals, at });
    }
    transaction.finish(at, process.publication!, report.totals);
  }
}
