export { ApiKey, type KeyTerms } from './api-key.aggregate.js';
export { ApiKeyRepository } from './api-keys.js';
export { type Actor, Caller, OPERATOR } from './caller.js';
export { RequestCounts } from './request-counts.js';
export { hashOf, isKey, isSecret, newSecret } from './secret.js';
export { declareVisibility } from './visibility.js';
