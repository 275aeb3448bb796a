export { AssignmentController } from './assignment-controller.js';
export { FileResponse } from './file-response.js';
export { image, images } from './images.js';
export * from './body.js';
export { Ctx, RequestContext } from './request-context.js';
export { bodySchema, type Field, fieldsOf, oneOfSchemas, responseSchema, schemaName } from './dto.js';
export * from './fields.js';
export { fromWire, transformOf } from './instances.js';
export { BATCH, batch, json, variants } from './json-body.js';
export { checkRules } from './rules.js';
export { rulesOf } from './resource-rules.js';
export { PurgeIdempotencyKeysJob } from './purge-idempotency-keys.job.js';
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
  PARAMETER_MOST,
  Resource,
  type Returns,
} from './operation.js';
export { form, multipart } from './multipart.js';
export type { FileKind } from './received-form.js';
export { isViewOf, Operations, acceptsIfMatch } from './operations.js';
export { Page, PER_PAGE, PER_PAGE_MOST } from './paging.js';
export { CHALLENGE, onViolation, ProblemFilter, problemOf, sendProblem } from './problem.filter.js';
export { ProblemPages } from './problem-pages.js';
export * as query from './query.js';
export { ReadController, ResourceController } from './resource-controller.js';
export { CURSOR, paging, type QueryParameter } from './query.js';
export { JsonResponse, namesTag, preferredCoding, sendJsonResponse } from './json-response.js';
export { OwnResponse } from './own-response.js';
export { KEY_MOST, RETENTION, acceptsIdempotencyKey } from './idempotency.js';
export type { ApiRequest, ApiResponse } from './request.js';
