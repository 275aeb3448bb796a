export { Content, ContentReply } from './content-reply.js';
export { FileReply } from './file-reply.js';
export { image, images } from './images.js';
export * from './body.js';
export { Call, Ctx } from './request-context.pipe.js';
export type { RequestContext } from './request-context.js';
export * from './fields.js';
export { PurgeIdempotencyKeysJob } from './purge-idempotency-keys.job.js';
export { type DocumentInfo, openApiDocument } from './openapi.js';
export {
  content,
  data,
  list,
  listOfLists,
  nothing,
  one,
  Operation,
  operationOf,
  Resource,
  type Returns,
} from './operation.js';
export { type FileKind, type FileReader, form, type FormOptions, multipart } from './multipart.js';
export { Operations } from './operations.js';
export { Page } from './paging.js';
export { onViolation, problemOf, sendProblem } from './problem.filter.js';
export { type ProblemPage, ProblemPages } from './problem-pages.js';
export * as query from './query.js';
export { Reply } from './json-response.js';
export type { ApiRequest, ApiResponse } from './request.js';
export { type Check, compile, defineFormat, DISTINCT, EXACT, isDate, isDay, type JsonSchema } from './schema.js';
export { JsonRows } from './json-rows.js';
