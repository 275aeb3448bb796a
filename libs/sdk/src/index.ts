import { methodsOf } from './client.js';
import { OPERATIONS as DATA_MODELS, type Operations as DataModelOperations } from './generated/data-models-api.js';
import { OPERATIONS, type Operations } from './generated/main-api.js';
import { Prices } from './prices.js';
import type { ClientOptions } from './transport.js';

export { type ResponseInfo, responseOf } from './client.js';
export {
  ApiError,
  ConnectionError,
  type DetailsByCode,
  type EntryIssue,
  ERROR_CODES,
  type ErrorCode,
  isApiError,
} from './errors.js';
export { InvalidResponseError } from './invalid-response-error.js';
export type { DataModel } from './generated/data-models-api.js';
export type * from './generated/main-api.js';
export type { CallOptions, Upload } from './operation.js';
export { type Page, Pages } from './pages.js';
export { type PriceEntries, type PriceEntry, Prices, PriceTransaction, type ProcessOf } from './prices.js';
export type { ClientOptions } from './transport.js';
export { type VerifyOptions, verifyWebhook, type WebhookHeaders, WebhookVerificationError } from './webhooks.js';

/** The methods of the main API, one per operation, named by its id in camel case; and `prices`. */
export type Client = Operations & { readonly prices: Prices };

export function createClient(options: ClientOptions): Client {
  const operations = methodsOf(OPERATIONS, options);
  return { ...operations, prices: new Prices(operations) };
}

/** Creates a client of the second API (data models), which has its own address. */
export function createDataModelsClient(options: ClientOptions): DataModelOperations {
  return methodsOf(DATA_MODELS, options);
}
