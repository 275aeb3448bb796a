import { cachedProbe } from '../../core/timing/cached-probe.js';
import { CONNECTION_LIMIT } from '../../persistence/connection/connection-limit.js';
import type { Database } from '../../persistence/connection/database.js';
import type { ReadReplica } from '../../persistence/connection/read-replica.js';
import type { Bulkhead } from '../../persistence/connection/bulkhead.js';
import type { Metrics, Sample } from '../../core/telemetry/metrics.js';

type BulkheadMetric = [
  type: 'counter' | 'gauge',
  name: string,
  former: string,
  help: string,
  read: (bulkhead: Bulkhead) => number,
];

const BULKHEAD_METRICS: BulkheadMetric[] = [
  ['gauge', 'waiting', 'waiting', 'Work that waits for its partition of the pool', ({ queue }) => queue],
  ['counter', 'waits_total', 'waits_total', 'Work that had to wait for its partition', ({ waits }) => waits],
  [
    'counter',
    'wait_seconds_total',
    'wait_seconds_total',
    'Total time that work waited',
    (each) => each.waitedMs / 1000,
  ],
  ['counter', 'rejections_total', 'refusals_total', 'Work that waited too long and got 503', (each) => each.rejections],
];

/** Publishes metrics of the connection pool, its bulkheads and the read replica. */
export function observeDatabase(metrics: Metrics, database: Database): void {
  const { pool, bulkheads, replica } = database;
  metrics.gauge('database_pool_size', 'Maximum number of connections in the pool', () => pool.options.max);
  metrics.gauge('database_pool_connections', 'Open connections of the pool', () => pool.totalCount);
  metrics.gauge('database_pool_idle', 'Idle connections of the pool', () => pool.idleCount);
  metrics.gauge('database_pool_waiting', 'Requests for a connection that are waiting', () => pool.waitingCount);
  observeLimit(metrics, database);
  observeBulkheads(metrics, bulkheads);
  if (replica) observeReplica(metrics, replica);
}

function observeLimit(metrics: Metrics, database: Database): void {
  const limit = cachedProbe(() => database.rows<{ connections: number }>(CONNECTION_LIMIT));
  const help = 'Connections that Postgres allows to all servers together; missing while it is unavailable';
  metrics.gauge('database_connection_limit', help, async () => (await limit())?.connections);
}

/** Publishes each metric also under its former name, for existing dashboards. */
function observeBulkheads(metrics: Metrics, bulkheads: ReadonlyMap<string, Bulkhead>): void {
  const samples = (label: string, read: (bulkhead: Bulkhead) => number) => (): Sample[] =>
    [...bulkheads].map(([name, bulkhead]) => ({ labels: { [label]: name }, value: read(bulkhead) }));
  for (const [type, name, former, help, read] of BULKHEAD_METRICS) {
    metrics.add(type, `database_bulkhead_${name}`, help, samples('partition', read));
    metrics.add(type, `database_lane_${former}`, `Deprecated: use database_bulkhead_${name}`, samples('lane', read));
  }
}

function observeReplica(metrics: Metrics, replica: ReadReplica): void {
  metrics.gauge('database_replica_connections', 'Connections to the read replica', () => replica.pool.totalCount);
  const help = 'Reads served by the replica, or passed to the primary';
  metrics.add('counter', 'database_replica_reads_total', help, () => [
    { labels: { outcome: 'answered' }, value: replica.served },
    { labels: { outcome: 'passed' }, value: replica.fallbacks },
  ]);
}
