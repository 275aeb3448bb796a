export { ApiKey, type KeyTerms } from './api-key.aggregate.js';
export { ApiKeyGuard } from './api-key.guard.js';
export { ApiKeyRepository } from './api-keys.js';
export { type Actor, Caller, OPERATOR } from './caller.js';
export { PurgeRateLimitsJob } from './purge-rate-limits.job.js';
export { RateLimitGuard } from './rate-limit.guard.js';
export { RequestCounts } from './request-counts.js';
export { hashOf, isKey, isSecret, newSecret } from './secret.js';
export { declareVisibility } from './visibility.js';
