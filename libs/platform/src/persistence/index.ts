export { DatabaseClock } from './database-clock.js';
export { Database, dataSourceOptions, LIMITS } from './database.js';
export { firstPage, Json, JsonList, JsonPage, type PageRequest } from './json.js';
export { all, type Condition, exists, jsonByType, JsonQuery, type ListQuery, type RowQuery } from './json-query.js';
export { KnownIds, type NamedId } from './reference-check.js';
export { SchemaFault } from './migration-registry.js';
export type { Persistence } from './persistence.js';
export { RecentChanges } from './recent-changes.js';
export { Repository } from './repository.js';
export {
  connectionErrorOf,
  isConnectionFault,
  isDatabaseTrouble,
  sqlState,
  violatedConstraint,
} from './postgres-errors.js';
export { type Lane, UnitOfWork } from './unit-of-work.js';
export { ForgetChangesJob } from './purge-change-log.job.js';
export { ignoreForeignKeys } from './ignore-foreign-keys.js';
export { UnchangedAnswers } from './response-cache.js';
