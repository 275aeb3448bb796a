export { Bulkhead } from './bulkhead.js';
export { type ProvisionRow, matchParameters, isPreservable, matchByIdOrName, type WithId } from './provision-row.js';
export { CONNECTION_LIMIT, connectionsOf } from './connection-limit.js';
export { Database } from './database.js';
export { APPLICATION_NAME, dataSourceOptions, LIMITS } from './data-source-options.js';
export { Json, JsonPage, type PageRequest } from './json.js';
export { all, type Condition, exists, jsonArray, JsonQuery } from './json-query.js';
export { ReferenceValidator, type IdReference } from './reference-check.js';
export { installChangeTriggers } from './install-change-triggers.js';
export { MIGRATION_LOCK, namesOf, SchemaError, withMigrations } from './migration-registry.js';
export type { Persistence } from './persistence.js';
export { Outbox } from './outbox.js';
export { Consumer, OutboxConsumer } from './outbox-consumer.js';
export { TimestampColumn } from './timestamp-column.js';
export { Scheduled, ScheduledJob } from './scheduled-job.js';
export { TriggeredJob } from './triggered-job.js';
export { InjectRepository } from './inject-repository.js';
export { Repository } from './repository.js';
export {
  connectionErrorOf,
  isConnectionError,
  isDatabaseTrouble,
  sqlState,
  translateErrors,
  violatedConstraint,
} from './postgres-errors.js';
export { type Deleted, prune, type StoredAggregate, upsert, type UpsertResult } from './upsert.js';
export { type PoolPartition, UnitOfWork } from './unit-of-work.js';
export { PurgeChangeLogJob } from './purge-change-log.job.js';
export { ResponseCache } from './response-cache.js';
