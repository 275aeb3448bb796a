import { Database } from '@app/platform/persistence';
import { Metrics } from '@app/platform/core';
import { CachedProbe } from '@app/platform/core';
import { Injectable } from '@nestjs/common';
import type { Delivery } from '../entries/ingest-body.js';

const ENTRIES = [1, 10, 100, 500, 1_000, 5_000, 10_000, 50_000, 100_000, 200_000];
const BYTES = [1e3, 1e4, 1e5, 1e6, 4e6, 16e6, 64e6];
const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** What arrives, by the deliveries that were taken. */
@Injectable()
export class IngestMetrics {
  private readonly entries;
  private readonly bytes;
  private readonly durations;

  constructor(metrics: Metrics) {
    this.entries = metrics.histogram('pricing_ingest_entries', 'Entries of a delivery', ENTRIES);
    this.bytes = metrics.histogram('pricing_ingest_bytes', 'Size of its body', BYTES);
    const help = 'Storing a delivery, with its commit or without; it has been received and validated before';
    this.durations = metrics.histograms('pricing_ingest_duration_seconds', help, SECONDS, 'commit', ['yes', 'no']);
  }

  /** @throws what the work throws; then nothing is counted */
  async taking<T>(delivery: Delivery | undefined, commit: boolean, work: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    const result = await work();
    this.durations[commit ? 'yes' : 'no'].observe((performance.now() - startedAt) / 1000);
    if (delivery) {
      this.entries.observe(delivery.entries);
      this.bytes.observe(delivery.bytes);
    }
    return result;
  }
}

const OPEN = `select count(*)::int as open from pricing.transaction where status = 'pending' and expires_at > kernel.now()`;

/** Transactions that are open now, of all assets together. */
@Injectable()
export class OpenTransactions {
  constructor(metrics: Metrics, database: Database) {
    const reading = new CachedProbe(() => database.rows<{ open: number }>(OPEN));
    const help = 'Transactions that are open; none while the database is away';
    metrics.gauge('pricing_open_transactions', help, async () => (await reading.row())?.open);
  }
}
