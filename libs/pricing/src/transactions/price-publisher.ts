import { Clock, Problem } from '@app/platform/core';
import { Database } from '@app/platform/persistence';
import { Injectable } from '@nestjs/common';
import { copyEntries, SENT_COLUMNS, type SentEntries, STAGED } from '../entries/copy-entries.js';
import type { Delivery } from '../entries/receive-entries.js';
import type { SetDifference } from '../entries/set-comparison.js';
import type { PricingProcess } from '../processes/process.aggregate.js';
import { Processes } from '../processes/process.repository.js';
import { type Differences, EntryComparison } from '../publications/entry-comparison.js';
import type { IngestReport, Totals } from '../publications/publication.dto.js';
import { Publications } from '../publications/publication.repository.js';
import { EntryIssues } from '../issues/entry-issues.js';
import { UnitPricing } from '../units/unit-pricing.js';
import { guardReport, reportOf, totalsOf } from './commit-report.js';
import { GuardRefused } from './guard-refused.js';
import type { PricingTransaction } from './transaction.aggregate.js';

/** How a data set is to be published. */
export interface PublishOptions {
  /** publication that has to be live, when the sender planned with it; `*`: any */
  onlyIf?: string | undefined;
  /** whether it is undone afterwards */
  isDryRun?: boolean;
  /** whether it may exceed the limits of the process */
  overridesGuard?: boolean;
  /** publication whose data set it is */
  restoredFrom?: string;
}

/**
 * Entries that have just arrived have no statistics: a nested loop that is planned for one row meets ten thousand. What units
 * show from now on is the transaction's doing: the audit trail has that of it, not of each unit. `set local`: Citus forwards
 * that to the shards, and no `set_config`.
 */
const PREPARE = `set local enable_nestloop = off; set local work_mem = '32MB'; set local audit.unrecorded = 'pricing.unit'`;

/** The unit of a transaction that has the most entries. */
const LARGEST = `select entry.provider_id as provider, count(*)::int as entries from pricing.entry entry
  where entry.asset_id = :asset and entry.transaction_id = :transaction
  group by entry.provider_id order by entries desc limit 1`;

/** Entries of an open transaction whose matching is counted at each delivery. */
const COUNTED_MOST = 50_000;

/** What became of the entries of a data set. */
interface Stored {
  /** under which they are live */
  generation: string;
  differences: Differences;
  /** entries of the generation that are closed; undefined when it is a new one */
  removed?: number;
  /** how it differs from the generation that was live, where that is known */
  known?: { difference: SetDifference; before: string };
}

/** A delivery that is a whole data set. */
type DataSetOf = Pick<Delivery, 'table' | 'entries' | 'chosen' | 'duplicates' | 'difference' | 'index' | 'early'> &
  Partial<Pick<Delivery, 'rows' | 'firstId'>>;

/** The set work of a transaction: one COPY for a delivery, a few statements for a commit, however many entries. */
@Injectable()
export class PricePublisher {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly processes: Processes,
    private readonly comparison: EntryComparison,
    private readonly units: UnitPricing,
    private readonly publications: Publications,
    private readonly issues: EntryIssues,
  ) {}

  /**
   * Stores a delivery, if its rows are not there already.
   * @throws Problem when the transaction has too many entries of one unit then
   */
  async store(delivery: Delivery, transaction: PricingTransaction): Promise<void> {
    const { entries, rows, early, table } = delivery;
    if (transaction.mayExceedUnit) delivery.difference = undefined;
    if (delivery.difference) return; // its commit copies what differs
    if (entries > 0 && !early?.isCopied) await copyEntries(this.database, rows, table);
    if (!transaction.mayExceedUnit) return;
    const { assetId: asset, id } = transaction;
    const largest = LARGEST.replace('pricing.entry', table);
    const [unit] = await this.database.rows<{ provider: string; entries: number }>(largest, { asset, transaction: id });
    if (unit) transaction.boundUnit(unit.provider, unit.entries);
  }

  /**
   * What readers see of the process becomes exactly the transaction's entries.
   * @param delivery that all of them came in, when it was one
   * @throws Problem when another publication is live than the sender planned with
   * @throws GuardRefused when it exceeds the limits of the process; a dry run only reports that
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
    requireLive(process, options.onlyIf);
    await (await this.database.client())!.query(PREPARE);
    const isStaged = delivery?.table === STAGED && delivery.entries > 0;
    const sent: SentEntries = { assetId, processId, transactionId: id, isStaged };
    const isUnchanged = process.published !== null && process.holds(transaction.dataSet);
    const stored = isUnchanged ? unchanged(process) : await this.storeSet(sent, process, delivery);
    const areAllNew = stored.generation === id;
    const isFirst = process.published === null;
    const selected = delivery?.chosen?.holdsAt(now) ? await delivery.chosen.columns(areAllNew, isFirst) : undefined;
    const at = await this.clock.now();
    const publication = isUnchanged ? process.publication! : process.nextPublication;
    const live = { generation: stored.generation, publication, at, areAllNew };
    const reach = await this.units.price(sent, live, selected);
    if (options.restoredFrom !== undefined) await this.units.restoreFullPrices(sent, options.restoredFrom, at);
    const guard = options.restoredFrom === undefined ? process.activeGuard : undefined;
    if (!isFirst && !isUnchanged)
      stored.differences = await this.differences(sent, stored, guard?.max_price_change_percent ?? null, delivery);
    const totals = totalsOf(transaction.dataSet.entries, stored.differences, reach, process);
    const { listed, ...doubtful } = await this.issues.doubtful(sent, now, delivery);
    Object.assign(totals, doubtful);
    const report = reportOf(process, totals, stored.differences, isUnchanged);
    const found = { unmatched: reach.firstUnmatched, listed };
    report.issues = await this.issues.list(sent, found, options.restoredFrom === undefined, delivery);
    if (guard) report.guard = guardReport(process, stored.differences, totals, options.overridesGuard ?? false);
    if (report.guard?.outcome === 'refused') return refused(report, options);
    if (report.guard?.outcome === 'overridden') transaction.override();
    await this.finish(transaction, process, stored, report, { at, restoredFrom: options.restoredFrom ?? null });
    return report;
  }

  /** How the entries of an open transaction would reach units; not counted where they are many. */
  async preview({ assetId: asset, processId: process, id, dataSet }: PricingTransaction): Promise<IngestReport> {
    const received = dataSet.entries;
    const unmatched =
      received <= COUNTED_MOST ? await this.units.unmatched({ asset, process, transaction: id }) : undefined;
    const totals: Totals = unmatched === undefined ? {} : { matched: received - unmatched, unmatched };
    return this.unpublished(asset, process, 'staged', { received, ...totals });
  }

  /** The report of a transaction that ends without ever having got an array. */
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

  /** Stores the difference to what is live, or all as a new generation. */
  private async storeSet(sent: SentEntries, process: PricingProcess, delivery?: DataSetOf): Promise<Stored> {
    const { published } = process;
    const differences = EntryComparison.none;
    const { difference } = delivery ?? {};
    if (published !== null && difference?.publication === process.publication)
      return this.storeKnown(sent, process as PricingProcess & { published: string }, delivery!, difference);
    // Another was published since.
    if (difference && !delivery!.early?.isCopied) await copyEntries(this.database, delivery!.rows!, delivery!.table);
    if (published === null) {
      await this.comparison.storeAll(sent);
      return { generation: sent.transactionId, differences };
    }
    const { added, removed } = await this.comparison.compare(sent, published);
    if (!process.takesNewGeneration(added, removed)) {
      await this.comparison.storeDifference(sent, published, process.nextPublication);
      return { generation: published, differences, removed };
    }
    await this.comparison.storeAll(sent);
    return { generation: sent.transactionId, differences };
  }

  /** The same of a data set that was compared while it was received. */
  private async storeKnown(
    { assetId, transactionId }: SentEntries,
    process: PricingProcess & { published: string },
    { rows, index, early }: DataSetOf,
    difference: SetDifference,
  ): Promise<Stored> {
    const { added, removed } = difference;
    const { published: before, nextPublication: publication } = process;
    const stored = { differences: EntryComparison.none, known: { difference, before } };
    if (early?.isCopied || process.takesNewGeneration(added.length, removed)) {
      if (!early?.isCopied) await copyEntries(this.database, rows!, 'pricing.entry');
      return { ...stored, generation: transactionId };
    }
    const changed = index!.copyOf(added, rows!, before, Number(publication));
    await copyEntries(this.database, changed, 'pricing.entry', `${SENT_COLUMNS}, since`);
    await this.comparison.close(assetId, { generation: before, publication }, await difference.named());
    return { ...stored, generation: before, removed };
  }

  private differences(
    sent: SentEntries,
    { generation, known }: Stored,
    limit: number | null,
    delivery?: DataSetOf,
  ): Promise<Differences> {
    if (!known) return this.comparison.report(sent, limit);
    const { difference, before } = known;
    return this.comparison.reportKnown(sent, limit, difference, delivery!.firstId!, { generation, before });
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

const unchanged = (process: PricingProcess): Stored => ({
  generation: process.published!,
  differences: EntryComparison.none,
});

/** The number of what a process shows before it has published anything. */
const NOTHING = '0';

/** @throws GuardRefused unless it is a dry run */
function refused(report: IngestReport, { isDryRun }: PublishOptions): IngestReport {
  const refusal = { ...report, guard: report.guard!, outcome: 'refused', publication: report.compared_with } as const;
  if (isDryRun) return refusal;
  throw new GuardRefused(refusal);
}

function requireLive({ publication }: PricingProcess, onlyIf: string | undefined): void {
  if (onlyIf === undefined || onlyIf === '*' || onlyIf === (publication ?? NOTHING)) return;
  const live = publication === null ? 'Nothing is published' : `Publication ${publication} is live`;
  throw new Problem('precondition_failed', 'publication_replaced', `${live}: preview the data set again`);
}
