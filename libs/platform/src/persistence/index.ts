export { DatabaseClock } from './database-clock.js';
export { Database, dataSourceOptions, LIMITS } from './database.js';
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
