export { Aggregate, type DomainEvent } from './model/aggregate.js';
export { AssetOwned, omitUndefined, TimestampedAggregate } from './model/asset-owned.js';
export { type Ids, isId } from './model/ids.js';
export { makeFolder } from './settings/make-folder.js';
export { MiB } from './settings/sizes.js';
export { type Job, Jobs, type Lag } from './model/jobs.js';
export { Metrics, type Sample } from './telemetry/metrics.js';
export { cachedProbe } from './timing/cached-probe.js';
export { isDate, timeText } from './model/dates.js';
export { kebabCase } from './model/names.js';
export {
  conflict,
  type FieldErrors,
  type ProblemKind,
  MAX_LISTED_ERRORS,
  invalid,
  malformed,
  notFound,
  Problem,
  throwIfInvalid,
  unavailable,
} from './model/errors.js';
export { parseUrl } from './validation/parse-url.js';
export { EncodingDetector, encodingOf } from './validation/text-encoding.js';
export { Tracing } from './telemetry/tracing.js';
export { boolean, SettingError } from './settings/setting-types.js';
export { type BackupSettings, MAX_RATE_LIMIT, readSettings, SETTINGS, type Settings } from './settings/settings.js';
export {
  type SchemaValidator,
  compileSchema,
  defineFormat,
  DISTINCT,
  EXACT,
  isUrlWithoutCredentials,
  type JsonSchema,
} from './validation/json-schema.js';
