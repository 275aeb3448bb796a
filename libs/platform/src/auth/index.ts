export { ApiKey, type KeyTerms } from './api-key.aggregate.js';
export { ApiKeyRepository, ApiKeys } from './api-keys.js';
export { type Actor, Caller, OPERATOR } from './caller.js';
export { RequestCounts } from './request-counts.js';
export { hashOf, isSecret, newSecret } from './secret.js';
export { VisibleAssets } from './visible-assets.js';
export { declareVisibility, type Place, type Places, Route, Scope } from './scope.js';
