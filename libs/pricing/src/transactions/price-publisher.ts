import { Clock, timestampOf } from '@app/platform/core';
import { Database } from '@app/platform/persistence';
import { Injectable } from '@nestjs/common';
import { type SentEntries, STAGED } from '../entries/copy-entries.js';
import type { PricingProcess } from '../processes/process.aggregate.js';
import { Processes } from '../processes/process.repository.js';
import { type DataSetOf, EntryStore, type Stored, unchanged } from './entry-store.js';
import type { IngestReport } from '../publications/publication.dto.js';
import { Publications } from '../publications/publication.repository.js';
import { EntryIssues } from '../issues/entry-issues.js';
import { UnitPricing } from '../units/unit-pricing.js';
import { guardReport, reportOf, totalsOf } from './commit-report.js';
import { GuardRefusedError } from './guard-refused.js';
import type { PublishOptions } from './publish-options.js';
import type { PricingTransaction } from './transaction.aggregate.js';

interface Commit {
  transaction: PricingTransaction;
  process: PricingProcess;
  sent: SentEntries;
  stored: Stored;
  set: DataSetOf | undefined;
  isUnchanged: boolean;
  now: Date;
}

/**
 * Disables nested loops, because new entries have no statistics: a plan for one row would meet ten thousand. Excludes the units from
 * the audit trail, which records the transaction instead. Uses `set local`, because Citus forwards it to the shards, unlike
 * `set_config`.
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
    private readonly issues: EntryIssues,
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
    const readBack = delivery || isUnchanged ? undefined : await this.store.readBack(transaction, process, now);
    try {
      const set = delivery ?? readBack;
      const isStaged = set?.table === STAGED && set.entries > 0;
      const sent: SentEntries = { assetId, processId, transactionId: id, isStaged };
      const stored = isUnchanged ? unchanged(process) : await this.store.storeSet(sent, process, set);
      return await this.show({ transaction, process, sent, stored, set, isUnchanged, now }, options);
    } finally {
      readBack?.release();
    }
  }

  /** Updates the units to the stored data set, reports what has changed, and publishes it unless the guard refuses. */
  private async show(commit: Commit, options: PublishOptions): Promise<IngestReport> {
    const { transaction, process, sent, stored, set, isUnchanged, now } = commit;
    const areAllNew = stored.generation === transaction.id;
    const isFirst = process.published === null;
    const selected = set?.chosen?.holdsAt(now) ? await set.chosen.columns(areAllNew, isFirst) : undefined;
    const at = await this.clock.now();
    const publication = isUnchanged ? process.publication! : process.nextPublication;
    const live = { generation: stored.generation, publication, at, areAllNew };
    const reach = await this.units.price(sent, live, selected);
    if (options.restoredFrom !== undefined) await this.units.restoreFullPrices(sent, options.restoredFrom, at);
    const guard = options.restoredFrom === undefined ? process.activeGuard : undefined;
    const limit = guard?.max_price_change_percent ?? null;
    const differences = await stored.differences(limit);
    const totals = totalsOf(transaction.dataSet.entries, differences, reach, process);
    const { listed, ...doubtful } = await this.issues.doubtful(sent, now, set);
    Object.assign(totals, doubtful);
    const report = reportOf(process, totals, differences, isUnchanged);
    const found = { unmatched: reach.firstUnmatched, listed };
    report.issues = await this.issues.list(sent, found, options.restoredFrom === undefined, set);
    if (guard) report.guard = guardReport(process, differences, totals, options.overridesGuard ?? false);
    if (report.guard?.outcome === 'refused') return refused(report, options);
    if (report.guard?.outcome === 'overridden') transaction.override();
    await this.finish(transaction, process, stored, report, { at, restoredFrom: options.restoredFrom ?? null });
    if (!options.isDryRun) report.as_of = timestampOf(at);
    return report;
  }

  private async finish(
    transaction: PricingTransaction,
    process: PricingProcess,
    { generation, removed }: Stored,
    report: IngestReport,
    { at, restoredFrom }: { at: Date; restoredFrom: string | null },
  ): Promise<void> {
    const comparedWith = process.publication;
    if (report.outcome === 'unchanged') await this.processes.confirm(process, at);
    else {
      process.publish(generation, transaction.dataSet, at, removed);
      await this.processes.save(process);
      const { id, totals } = { id: transaction.id, totals: report.totals };
      await this.publications.add(process, { transaction: id, comparedWith, restoredFrom, totals, at });
    }
    transaction.finish(at, process.publication!, report.totals);
  }
}

/** @throws GuardRefusedError unless it is a dry run */
function refused(report: IngestReport, { isDryRun }: PublishOptions): IngestReport {
  const refusal = { ...report, guard: report.guard!, outcome: 'refused', publication: report.compared_with } as const;
  if (isDryRun) return refusal;
  throw new GuardRefusedError(refusal);
}
