import { Database } from '@app/platform/persistence';
import { cachedProbe, Metrics } from '@app/platform/core';
import { Injectable } from '@nestjs/common';
import { Counter, Histogram } from 'prom-client';
import type { Delivery } from '../deliveries/delivery.js';
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
    const registers = [metrics];
    this.entries = new Histogram({
      name: 'pricing_ingest_entries',
      help: 'Entries of a delivery',
      buckets: ENTRIES,
      registers,
    });
    this.bytes = new Histogram({
      name: 'pricing_ingest_bytes',
      help: 'Size of the body of a delivery',
      buckets: BYTES,
      registers,
    });
    this.durations = new Histogram({
      name: 'pricing_ingest_duration_seconds',
      help: 'Duration of storing a received delivery, with or without a commit',
      labelNames: ['commit'],
      buckets: SECONDS,
      registers,
    });
    this.commits = new Counter({
      name: 'pricing_commits_total',
      help: 'Commits by outcome',
      labelNames: ['outcome'],
      registers,
    });
    this.committed = new Counter({
      name: 'pricing_committed_entries_total',
      help: 'Entries of commits, by whether they match a unit',
      labelNames: ['match'],
      registers,
    });
    this.losing = new Counter({
      name: 'pricing_units_losing_prices_total',
      help: 'Units that had a price until a commit',
      registers,
    });
    // Series exist from the start, so that rates include their first increase.
    for (const commit of ['yes', 'no']) this.durations.zero({ commit });
    for (const outcome of OUTCOMES) if (outcome !== 'staged') this.commits.inc({ outcome }, 0);
    for (const match of ['matched', 'unmatched']) this.committed.inc({ match }, 0);
  }

  /** @throws what the work throws, without counting it */
  async measure(
    delivery: Delivery | undefined,
    commit: boolean,
    work: () => Promise<IngestResult>,
  ): Promise<IngestResult> {
    const startedAt = performance.now();
    const result = await work();
    this.durations.observe({ commit: commit ? 'yes' : 'no' }, (performance.now() - startedAt) / 1000);
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
    this.commits.inc({ outcome });
    if (outcome === 'refused') return result;
    this.committed.inc({ match: 'matched' }, totals['matched'] ?? 0);
    this.committed.inc({ match: 'unmatched' }, totals['unmatched'] ?? 0);
    this.losing.inc(totals['units_losing_prices'] ?? 0);
    return result;
  }
}

const OPEN = `select count(*)::int as open from pricing.transaction where status = 'pending' and expires_at > platform.now()`;

/** The number of open transactions of all assets. */
@Injectable()
export class OpenTransactions {
  constructor(metrics: Metrics, database: Database) {
    const transactions = cachedProbe(() => database.rows<{ open: number }>(OPEN));
    const help = 'Transactions that are open; none while the database is away';
    metrics.gauge('pricing_open_transactions', help, async () => (await transactions())?.open);
  }
}
