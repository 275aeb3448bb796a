export { ApiKey, type KeyTerms } from './api-key.aggregate.js';
export { AccessGuard, sentKey } from './access.guard.js';
export { ApiKeyRepository, ApiKeys } from './api-keys.js';
export { type Actor, type Caller, isGranted, OPERATOR } from './caller.js';
export { PurgeRateLimitsJob } from './purge-rate-limits.job.js';
export { RequestCounts } from './request-counts.js';
export { RequestLimits } from './request-limits.js';
export { hashOf, isKey, isSecret, newSecret } from './secret.js';
export { declareVisibility } from './visibility.js';
