export { Aggregate, type DomainEvent } from './aggregate.js';
export { AssetOwned, omitUndefined, TimestampedAggregate } from './asset-owned.js';
export { type Ids, isId } from './ids.js';
export { makeFolder } from './make-folder.js';
export { MiB } from './sizes.js';
export { type Job, Jobs, type Lag } from './jobs.js';
export { type Counter, type Histogram, Metrics, type Sample } from './metrics.js';
export { cachedProbe } from './cached-probe.js';
export { Clock } from './clock.js';
export { isDate, isDay } from './dates.js';
export {
  conflict,
  type FieldErrors,
  type ProblemKind,
  ERRORS_LISTED,
  invalid,
  malformed,
  notFound,
  Problem,
  throwIfInvalid,
  unavailable,
} from './errors.js';
export { parseUrl } from './parse-url.js';
export { EncodingDetector, encodingOf } from './text-encoding.js';
export { Tracing } from './tracing.js';
export { boolean, SettingError } from './setting-types.js';
export { type BackupSettings, RATE_LIMIT_MOST, readSettings, SETTINGS, type Settings } from './settings.js';
export {
  type SchemaValidator,
  compileSchema,
  defineFormat,
  DISTINCT,
  EXACT,
  isUrlWithoutCredentials,
  type JsonSchema,
} from './json-schema.js';
