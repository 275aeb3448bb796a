export { Bulkhead } from './connection/bulkhead.js';
export {
  type ProvisionRow,
  matchParameters,
  isPreservable,
  matchByIdOrName,
  type WithId,
} from './aggregates/provision-row.js';
export { Clock } from './connection/clock.js';
export { Database } from './connection/database.js';
export {
  APPLICATION_NAME,
  CONNECTION_LIMIT,
  connectionsOf,
  dataSourceOptions,
  LIMITS,
} from './connection/data-source-options.js';
export { Json, JsonPage, type PageRequest } from './reads/json.js';
export { isPositionIn, type Sort, sortsOf } from './reads/sort.js';
export { all, type Condition, exists, jsonArray, JsonQuery } from './reads/json-query.js';
export { ReferenceValidator, type IdReference } from './aggregates/reference-validator.js';
export { installChangeTriggers } from './reads/install-change-triggers.js';
export { MIGRATION_LOCK, migrationNames, SchemaError, withMigrations } from './connection/migration-registry.js';
export type { Persistence } from './connection/persistence.js';
export { Outbox } from './jobs/outbox.js';
export { Consumer, OutboxConsumer } from './jobs/outbox-consumer.js';
export { TimestampColumn } from './aggregates/timestamp-column.js';
export { Scheduled, ScheduledJob } from './jobs/scheduled-job.js';
export { TriggeredJob } from './jobs/triggered-job.js';
export { InjectRepository } from './aggregates/inject-repository.js';
export { Repository } from './aggregates/repository.js';
export {
  connectionErrorOf,
  isConnectionError,
  isTransientError,
  sqlState,
  translateErrors,
  violatedConstraint,
} from './connection/postgres-errors.js';
export { runOrDryRun } from './aggregates/dry-run.js';
export { type Deleted, prune, type StoredAggregate, upsert, type UpsertResult } from './aggregates/upsert.js';
export { type PoolPartition, UnitOfWork } from './aggregates/unit-of-work.js';
export { PurgeChangeLogJob } from './jobs/purge-change-log.job.js';
export { ResponseCache } from './reads/response-cache.js';
