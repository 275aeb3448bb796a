export { Bulkhead } from './bulkhead.js';
export { DatabaseClock } from './database-clock.js';
export { Database, dataSourceOptions, LIMITS } from './database.js';
export { firstPage, type Held, Json, JsonList, JsonPage, type PageRequest, type Snapshot } from './json.js';
export { all, type Condition, exists, jsonByType, JsonQuery, type ListQuery, type RowQuery } from './json-query.js';
export { ReferenceValidator, type IdReference } from './reference-check.js';
export { namesOf, SchemaError } from './migration-registry.js';
export type { Persistence } from './persistence.js';
export { RecentChanges } from './recent-changes.js';
export { Repository } from './repository.js';
export {
  connectionErrorOf,
  isConnectionError,
  isDatabaseTrouble,
  sqlState,
  violatedConstraint,
} from './postgres-errors.js';
export { byName, type Deleted, prune, upsert, type UpsertResult } from './upsert.js';
export { type PoolPartition, UnitOfWork } from './unit-of-work.js';
export { PurgeChangeLogJob } from './purge-change-log.job.js';
export { ignoreForeignKeys } from './ignore-foreign-keys.js';
export { ResponseCache } from './response-cache.js';
