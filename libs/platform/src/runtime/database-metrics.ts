import { Injectable } from '@nestjs/common';
import { Database } from '../persistence/database.js';
import type { ReadReplica } from '../persistence/read-replica.js';
import type { Turnstile } from '../persistence/bulkhead.js';
import { Metrics, type Sample } from '../core/metrics.js';

/** The pool, and the lanes in which work waits for it. */
@Injectable()
export class DatabaseMetrics {
  constructor(
    metrics: Metrics,
    private readonly database: Database,
  ) {
    const { pool } = database;
    metrics.gauge('database_pool_size', 'Connections that the pool may have', () => pool.options.max);
    metrics.gauge('database_pool_connections', 'Connections that it has', () => pool.totalCount);
    metrics.gauge('database_pool_idle', 'Connections of these that nobody uses', () => pool.idleCount);
    metrics.gauge('database_pool_waiting', 'Who waits for a connection of the pool', () => pool.waitingCount);
    const lanes = (read: (lane: Turnstile) => number) => () => this.lanes(read);
    metrics.gauges(
      'database_lane_waiting',
      'Who waits to be let to the pool',
      lanes((lane) => lane.queue),
    );
    metrics.counts(
      'database_lane_waits_total',
      'How often somebody had to wait',
      lanes((lane) => lane.waits),
    );
    metrics.counts(
      'database_lane_wait_seconds_total',
      'How long they waited',
      lanes((lane) => lane.waitedMs / 1000),
    );
    metrics.counts(
      'database_lane_refusals_total',
      'Who waited too long, and got 503',
      lanes((lane) => lane.refusals),
    );
    if (database.replica) this.watchReplica(metrics, database.replica);
  }

  private watchReplica(metrics: Metrics, replica: ReadReplica): void {
    metrics.gauge('database_replica_connections', 'Connections to the read replica', () => replica.pool.totalCount);
    metrics.counts('database_replica_reads_total', 'Reads that it answered, or left to the primary', () => [
      { labels: { outcome: 'answered' }, value: replica.answered },
      { labels: { outcome: 'passed' }, value: replica.passed },
    ]);
  }

  private lanes(read: (lane: Turnstile) => number): Sample[] {
    return [...this.database.lanes].map(([lane, turnstile]) => ({ labels: { lane }, value: read(turnstile) }));
  }
}
