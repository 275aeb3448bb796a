export { BATCH_DESCRIPTION, batchOptions, DRY_RUN, matchBy, SAVED_BATCH } from './controllers/batches.js';
export { AssignmentController } from './controllers/assignment-controller.js';
export { AFFECTED_SCHEMA, type DeletionContext, DeleteOperation } from './controllers/deletion.js';
export { FileResponse } from './responses/file-response.js';
export * as body from './bodies/body-readers.js';
export * from './bodies/body.js';
export { Ctx, RequestContext } from './declare/request-context.js';
export { bodySchema, type Field, fieldsOf, oneOfSchemas, responseSchema, schemaName } from './schema/dto.js';
export * from './schema/fields.js';
export { fromWire, transformOf } from './schema/instances.js';
export { MAX_BATCH_ITEMS } from './bodies/json-body.js';
export { checkRules } from './schema/rules.js';
export { rulesOf } from './schema/resource-rules.js';
export { PurgeIdempotencyKeysJob } from './serve/purge-idempotency-keys.job.js';
export {
  type ErrorCodes,
  MAX_PARAMETER_LENGTH,
  Operation,
  operationsOf,
  pathTemplate,
  Resource,
} from './declare/operation.js';
export type { FileKind } from './bodies/received-form.js';
export { isViewOf, Operations, acceptsIfMatch } from './declare/operations.js';
export { Page, DEFAULT_PER_PAGE, MAX_PER_PAGE } from './responses/paging.js';
export { CHALLENGE, onViolation, problemOf, sendProblem } from './responses/problem.filter.js';
export { ProblemPages } from './responses/problem-pages.js';
export * as param from './declare/param.js';
export * as returns from './declare/returns.js';
export type { Envelope, Returns } from './declare/returns.js';
export { ReadController, ResourceController } from './controllers/resource-controller.js';
export { CURSOR, paging, type QueryParameter } from './declare/param.js';
export { JsonResponse, matchesETag, preferredCoding, sendJsonResponse } from './responses/json-response.js';
export { CustomResponse } from './responses/custom-response.js';
export { MAX_KEY_LENGTH, RETENTION, acceptsIdempotencyKey } from './serve/idempotency.js';
export type { ApiRequest, ApiResponse } from './responses/request.js';
