export { AssignmentController } from './controllers/assignment-controller.js';
export { FileResponse } from './responses/file-response.js';
export { image, images } from './bodies/images.js';
export * from './bodies/body.js';
export { Ctx, RequestContext } from './declare/request-context.js';
export { bodySchema, type Field, fieldsOf, oneOfSchemas, responseSchema, schemaName } from './schema/dto.js';
export * from './schema/fields.js';
export { fromWire, transformOf } from './schema/instances.js';
export { MAX_BATCH_ITEMS, batch, json, variants } from './bodies/json-body.js';
export { checkRules } from './schema/rules.js';
export { rulesOf } from './schema/resource-rules.js';
export { PurgeIdempotencyKeysJob } from './serve/purge-idempotency-keys.job.js';
export {
  content,
  data,
  type ErrorCodes,
  list,
  type Envelope,
  listOfLists,
  nothing,
  one,
  Operation,
  operationOf,
  MAX_PARAMETER_LENGTH,
  Resource,
  type Returns,
} from './declare/operation.js';
export { form, multipart } from './bodies/multipart.js';
export type { FileKind } from './bodies/received-form.js';
export { isViewOf, Operations, acceptsIfMatch } from './declare/operations.js';
export { Page, DEFAULT_PER_PAGE, MAX_PER_PAGE } from './responses/paging.js';
export { CHALLENGE, onViolation, problemOf, sendProblem } from './responses/problem.filter.js';
export { ProblemPages } from './responses/problem-pages.js';
export * as query from './declare/query.js';
export { ReadController, ResourceController } from './controllers/resource-controller.js';
export { CURSOR, paging, type QueryParameter } from './declare/query.js';
export { JsonResponse, namesTag, preferredCoding, sendJsonResponse } from './responses/json-response.js';
export { OwnResponse } from './responses/own-response.js';
export { MAX_KEY_LENGTH, RETENTION, acceptsIdempotencyKey } from './serve/idempotency.js';
export type { ApiRequest, ApiResponse } from './responses/request.js';
