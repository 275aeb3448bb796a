import { conflict, type Problem } from '@app/platform/core';
import { Injectable } from '@nestjs/common';
import type { SentEntries } from '../deliveries/copy-entries.js';
import { EntryIssues } from '../issues/entry-issues.js';
import { describeExcess } from '../processes/guard.value.js';
import type { PricingProcess } from '../processes/process.aggregate.js';
import { Processes } from '../processes/process.repository.js';
import { type ChangeCounts, EntryComparison } from '../publications/entry-comparison.js';
import { CHANGE_KIND_NAMES } from '../entries/entry-pairs.js';
import type { GuardReport, IngestReport, Totals } from '../publications/publication.dto.js';
import { type Reach, UnitPricing } from '../units/unit-pricing.js';
import type { PublishOptions } from './publish-options.js';
import type { PricingTransaction } from './transaction.aggregate.js';

const NEXT_STEPS =
  'Nothing was published, and the transaction is open. Send the missing entries and commit again, commit with override=guard, or delete the transaction';

/** A commit exceeds the limits of its process and is rolled back. */
export class GuardRefusedError extends Error {
  readonly problem: Problem;

  constructor(readonly report: IngestReport & { guard: GuardReport }) {
    super('The guard of the process refused the commit');
    const { received = 0, added = 0, removed = 0 } = report.totals;
    const excess = describeExcess(report.guard.exceeded, received - added + removed);
    this.problem = conflict('guard_refused', `${this.message}: it would ${excess}. ${NEXT_STEPS}`);
  }
}

/** Reports a refused dry run. @throws GuardRefusedError for a commit */
export function reportRefusal(report: IngestReport, isDryRun = false): IngestReport {
  const refusal = { ...report, guard: report.guard!, outcome: 'refused', publication: report.compared_with } as const;
  if (isDryRun) return refusal;
  throw new GuardRefusedError(refusal);
}

/** Maximum entries of an open transaction for which matches are counted with each delivery. */
const MAX_COUNTED = 50_000;

/** A data set that is stored but not published. */
interface Commit {
  transaction: PricingTransaction;
  process: PricingProcess;
  sent: SentEntries;
  /** number of changed entries; undefined if there are none, or nothing to compare with */
  counts: ChangeCounts | undefined;
  isUnchanged: boolean;
  now: Date;
}

/** Reports what a commit changes, with the outcome of the guard; and what a transaction has received without one. */
@Injectable()
export class CommitReports {
  constructor(
    private readonly issues: EntryIssues,
    private readonly comparison: EntryComparison,
    private readonly processes: Processes,
    private readonly units: UnitPricing,
  ) {}

  /** @param reach the units that the commit prices */
  async of(
    { transaction, process, sent, counts, isUnchanged, now }: Commit,
    reach: Reach,
    { restoredFrom, overridesGuard = false }: PublishOptions,
  ): Promise<IngestReport> {
    const isSent = restoredFrom === undefined;
    const changes = counts && (await this.comparison.changes(sent, counts));
    const { listed, ...warnings } = await this.issues.warnings(sent, now);
    const totals = { ...totalsOf(transaction.dataSet.entries, counts, reach, process), ...warnings };
    const report = reportOf(process, totals, isUnchanged);
    if (changes) report.changes = changes;
    report.issues = await this.issues.list(sent, { unmatched: reach.firstUnmatched, listed }, isSent);
    const unmapped = await this.units.unmappedStatuses(sent);
    if (unmapped.length > 0) report.unmapped_statuses = unmapped;
    if (unmapped.length > 0 && process.mapsStatuses) report.warnings.push('unmapped_statuses');
    if (isSent && process.activeGuard) report.guard = guardReport(process, counts, totals, overridesGuard);
    return report;
  }

  /** Previews how the entries of an open transaction match units; omitted for many entries. */
  async staged({ assetId: asset, processId: process, id, dataSet }: PricingTransaction): Promise<IngestReport> {
    const received = dataSet.entries;
    const unmatched =
      received <= MAX_COUNTED ? await this.units.unmatched({ asset, process, transaction: id }) : undefined;
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

function totalsOf(received: number, counts: ChangeCounts | undefined, reach: Reach, process: PricingProcess): Totals {
  const isFirst = process.published === null;
  const changed = Object.fromEntries(CHANGE_KIND_NAMES.map((kind) => [kind, counts?.[kind] ?? 0]));
  return {
    received,
    matched: received - reach.unmatched,
    unmatched: reach.unmatched,
    unchanged: isFirst ? 0 : received - (counts?.added ?? 0) - (counts?.any ?? 0),
    ...{ ...changed, added: isFirst ? received : (counts?.added ?? 0) },
    units_priced: reach.priced,
    units_losing_prices: reach.losing,
  };
}

function reportOf(process: PricingProcess, totals: Totals, isUnchanged: boolean): IngestReport {
  const comparedWith = process.publication === null ? null : Number(process.publication);
  const warnings: IngestReport['warnings'] = [];
  if (totals['units_priced'] === 0 && totals['units_losing_prices']! > 0) warnings.push('no_prices_left');
  if (totals['unmatched']! > 0) warnings.push('unmatched_entries');
  if (totals['duplicates']! > 0) warnings.push('duplicate_entries');
  if (totals['repeated_prices']! > 0) warnings.push('repeated_prices');
  if (totals['past_lease_starts']! > 0) warnings.push('past_lease_starts');
  return {
    outcome: isUnchanged ? 'unchanged' : 'published',
    dry_run: false,
    publication: isUnchanged ? comparedWith : Number(process.nextPublication),
    compared_with: comparedWith,
    totals,
    warnings,
  };
}

/** The result of the process's limits for a commit. */
function guardReport(
  process: PricingProcess,
  counts: ChangeCounts | undefined,
  totals: Totals,
  overridesGuard: boolean,
): GuardReport {
  const removed = counts?.removed ?? 0;
  const hadPrices = totals['units_losing_prices']! > 0 || (totals['received'] === 0 && removed > 0);
  const exceeded = process.excess({
    removed,
    priceChanges: counts?.beyond ?? 0,
    isEmptied: totals['units_priced'] === 0 && hadPrices,
  });
  if (exceeded.length === 0) return { outcome: 'passed', exceeded };
  return { outcome: overridesGuard ? 'overridden' : 'refused', exceeded };
}
