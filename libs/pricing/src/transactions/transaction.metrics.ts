import { Database } from '@app/platform/persistence';
import { cachedProbe, Metrics } from '@app/platform/core';
import { Injectable } from '@nestjs/common';
import type { Delivery } from '../entries/delivery.js';
import { OUTCOMES } from '../publications/publication.dto.js';
import type { IngestResult } from './transaction.dto.js';

const ENTRIES = [1, 10, 100, 500, 1_000, 5_000, 10_000, 50_000, 100_000, 200_000];
const BYTES = [1e3, 1e4, 1e5, 1e6, 4e6, 16e6, 64e6];
const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Measures accepted deliveries and counts the outcomes of commits. */
@Injectable()
export class IngestMetrics {
  private readonly entries;
  private readonly bytes;
  private readonly durations;
  private readonly commits;
  private readonly committed;
  private readonly losing;

  constructor(metrics: Metrics) {
    this.entries = metrics.histogram('pricing_ingest_entries', 'Entries of a delivery', ENTRIES);
    this.bytes = metrics.histogram('pricing_ingest_bytes', 'Size of its body', BYTES);
    const help = 'Storing a delivery, with its commit or without; it has been received and validated before';
    this.durations = metrics.histograms('pricing_ingest_duration_seconds', help, SECONDS, 'commit', ['yes', 'no']);
    const outcomes = OUTCOMES.filter((outcome) => outcome !== 'staged');
    this.commits = metrics.counters('pricing_commits_total', 'Commits by what they did', 'outcome', outcomes);
    const entries = 'Entries of commits, by whether they reach a unit';
    this.committed = metrics.counters('pricing_committed_entries_total', entries, 'match', ['matched', 'unmatched']);
    this.losing = metrics.counter('pricing_units_losing_prices_total', 'Units that had a price until a commit');
  }

  /** @throws what the work throws, without counting it */
  async measure(
    delivery: Delivery | undefined,
    commit: boolean,
    work: () => Promise<IngestResult>,
  ): Promise<IngestResult> {
    const startedAt = performance.now();
    const result = await work();
    this.durations[commit ? 'yes' : 'no'].observe((performance.now() - startedAt) / 1000);
    if (delivery) {
      this.entries.observe(delivery.entries);
      this.bytes.observe(delivery.bytes);
    }
    return this.counted(result);
  }

  /** Counts the outcome of a commit. */
  counted(result: IngestResult): IngestResult {
    const { outcome, totals } = result.report;
    if (outcome === 'staged') return result;
    this.commits[outcome].add();
    if (outcome === 'refused') return result;
    this.committed.matched.add(totals['matched'] ?? 0);
    this.committed.unmatched.add(totals['unmatched'] ?? 0);
    this.losing.add(totals['units_losing_prices'] ?? 0);
    return result;
  }
}

const OPEN = `select count(*)::int as open from pricing.transaction where status = 'pending' and expires_at > kernel.now()`;

/** The number of open transactions of all assets. */
@Injectable()
export class OpenTransactions {
  constructor(metrics: Metrics, database: Database) {
    const transactions = cachedProbe(() => database.rows<{ open: number }>(OPEN));
    const help = 'Transactions that are open; none while the database is away';
    metrics.gauge('pricing_open_transactions', help, async () => (await transactions())?.open);
  }
}
