import { Injectable } from '@nestjs/common';
import type { SentEntries } from '../entries/copy-entries.js';
import { EntryIssues } from '../issues/entry-issues.js';
import type { PricingProcess } from '../processes/process.aggregate.js';
import type { Differences } from '../publications/entry-comparison.js';
import type { GuardReport, IngestReport, Totals } from '../publications/publication.dto.js';
import type { Reach } from '../units/unit-pricing.js';
import type { DataSetOf, StoredDataSet } from './entry-store.js';
import type { PublishOptions } from './publish-options.js';
import type { PricingTransaction } from './transaction.aggregate.js';

/** A data set that is stored but not published. */
export interface Commit {
  transaction: PricingTransaction;
  process: PricingProcess;
  sent: SentEntries;
  stored: StoredDataSet;
  set: DataSetOf | undefined;
  isUnchanged: boolean;
  now: Date;
}

/** Reports what a commit changes, with the outcome of the guard. */
@Injectable()
export class CommitReports {
  constructor(private readonly issues: EntryIssues) {}

  /** @param reach the units that the commit prices */
  async of(
    { transaction, process, sent, stored, set, isUnchanged, now }: Commit,
    reach: Reach,
    { restoredFrom, overridesGuard = false }: PublishOptions,
  ): Promise<IngestReport> {
    const isSent = restoredFrom === undefined;
    const guard = isSent ? process.activeGuard : undefined;
    const differences = await stored.differences(guard?.max_price_change_percent ?? null);
    const { listed, ...doubtful } = await this.issues.doubtful(sent, now, set);
    const totals = { ...totalsOf(transaction.dataSet.entries, differences, reach, process), ...doubtful };
    const report = reportOf(process, totals, differences, isUnchanged);
    report.issues = await this.issues.list(sent, { unmatched: reach.firstUnmatched, listed }, isSent, set);
    if (guard) report.guard = guardReport(process, differences, totals, overridesGuard);
    return report;
  }
}

function totalsOf(
  received: number,
  { counts: { any: changed, beyond: _, ...counts } }: Differences,
  reach: Reach,
  process: PricingProcess,
): Totals {
  const isFirst = process.published === null;
  return {
    received,
    matched: received - reach.unmatched,
    unmatched: reach.unmatched,
    unchanged: isFirst ? 0 : received - counts.added - changed,
    ...{ ...counts, added: isFirst ? received : counts.added },
    units_priced: reach.priced,
    units_losing_prices: reach.losing,
  };
}

function reportOf(
  process: PricingProcess,
  totals: Totals,
  { changes }: Differences,
  isUnchanged: boolean,
): IngestReport {
  const comparedWith = process.publication === null ? null : Number(process.publication);
  const warnings: IngestReport['warnings'] = [];
  if (totals['units_priced'] === 0 && totals['units_losing_prices']! > 0) warnings.push('no_prices_left');
  if (totals['unmatched']! > 0) warnings.push('unmatched_entries');
  if (totals['duplicates']! > 0) warnings.push('duplicate_entries');
  if (totals['past_lease_starts']! > 0) warnings.push('past_lease_starts');
  return {
    outcome: isUnchanged ? 'unchanged' : 'published',
    dry_run: false,
    publication: isUnchanged ? comparedWith : Number(process.nextPublication),
    compared_with: comparedWith,
    totals,
    warnings,
    ...(Object.keys(changes).length > 0 && { changes }),
  };
}

/** The result of the process's limits for a commit. */
function guardReport(
  process: PricingProcess,
  { counts }: Differences,
  totals: Totals,
  overridesGuard: boolean,
): GuardReport {
  const hadPrices = totals['units_losing_prices']! > 0 || (totals['received'] === 0 && counts.removed > 0);
  const exceeded = process.excess({
    removed: counts.removed,
    priceChanges: counts.beyond,
    isEmptied: totals['units_priced'] === 0 && hadPrices,
  });
  if (exceeded.length === 0) return { outcome: 'passed', exceeded };
  return { outcome: overridesGuard ? 'overridden' : 'refused', exceeded };
}
