export { Content, ContentResponse } from './content-response.js';
export { FileResponse } from './file-response.js';
export { image, images } from './images.js';
export { authenticate } from './authenticate.js';
export * from './body.js';
export { Ctx } from './request-context.pipe.js';
export type { RequestContext } from './request-context.js';
export { compiledSchema, type Field, fieldsOf } from './dto.js';
export * from './fields.js';
export { fromWire } from './instances.js';
export { batch, json, variants } from './json-body.js';
export { PurgeIdempotencyKeysJob } from './purge-idempotency-keys.job.js';
export { type DocumentInfo, openApiDocument } from './openapi.js';
export {
  content,
  data,
  list,
  type Envelope,
  listOfLists,
  nothing,
  one,
  Operation,
  operationOf,
  Resource,
  type Returns,
} from './operation.js';
export { type FileKind, form, multipart } from './multipart.js';
export { Operations } from './operations.js';
export { Page } from './paging.js';
export { onViolation, problemOf, sendProblem } from './problem.filter.js';
export { ProblemPages } from './problem-pages.js';
export * as query from './query.js';
export { StartPageLinks } from './start-page.js';
export { JsonResponse } from './json-response.js';
export type { ApiRequest, ApiResponse } from './request.js';
