import { Counter, Gauge } from 'prom-client';
import { cachedProbe } from '../../core/timing/cached-probe.js';
import { CONNECTION_LIMIT } from '../../persistence/connection/data-source-options.js';
import type { Metrics } from '../../core/telemetry/metrics.js';
import type { Bulkhead } from '../../persistence/connection/bulkhead.js';
import type { Database } from '../../persistence/connection/database.js';
import type { ReadReplica } from '../../persistence/connection/read-replica.js';

type BulkheadMetric = [
  type: typeof Counter | typeof Gauge,
  name: string,
  help: string,
  read: (bulkhead: Bulkhead) => number,
];

const BULKHEAD_METRICS: BulkheadMetric[] = [
  [Gauge, 'waiting', 'Work that waits for its partition of the pool', ({ queue }) => queue],
  [Counter, 'waits_total', 'Work that had to wait for its partition', ({ waits }) => waits],
  [Counter, 'wait_seconds_total', 'Total time that work waited', ({ waitedMs }) => waitedMs / 1000],
  [Counter, 'rejections_total', 'Work that waited too long and got 503', ({ rejections }) => rejections],
];

/** Publishes metrics of the connection pool, its bulkheads and the read replica. */
export function observeDatabase(metrics: Metrics, database: Database): void {
  const { pool, bulkheads, replica } = database;
  metrics.gauge('database_pool_size', 'Maximum number of connections in the pool', () => pool.options.max);
  metrics.gauge('database_pool_connections', 'Open connections of the pool', () => pool.totalCount);
  metrics.gauge('database_pool_idle', 'Idle connections of the pool', () => pool.idleCount);
  metrics.gauge('database_pool_waiting', 'Requests for a connection that are waiting', () => pool.waitingCount);
  const limit = cachedProbe(() => database.rows<{ connections: number }>(CONNECTION_LIMIT));
  const help = 'Connections that Postgres allows to all servers together; missing while it is unavailable';
  metrics.gauge('database_connection_limit', help, async () => (await limit())?.connections);
  for (const [type, name, help, read] of BULKHEAD_METRICS)
    metrics.observe(type, { name: `database_bulkhead_${name}`, help, labelNames: ['partition'] }, () =>
      [...bulkheads].map(([partition, bulkhead]) => ({ labels: { partition }, value: read(bulkhead) })),
    );
  if (replica) observeReplica(metrics, replica);
}

function observeReplica(metrics: Metrics, replica: ReadReplica): void {
  metrics.gauge('database_replica_connections', 'Connections to the read replica', () => replica.pool.totalCount);
  const description = {
    name: 'database_replica_reads_total',
    help: 'Reads served by the replica, or passed to the primary',
    labelNames: ['outcome'],
  };
  metrics.observe(Counter, description, () => [
    { labels: { outcome: 'answered' }, value: replica.served },
    { labels: { outcome: 'passed' }, value: replica.fallbacks },
  ]);
}
