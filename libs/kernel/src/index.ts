export { ApiKey } from './access/api-key.aggregate.js';
export { ApiKeyRepository, ApiKeys } from './access/api-keys.js';
export { Caller } from './access/caller.js';
export { hashOf, isSecret, newSecret } from './access/secret.js';
export { HeldAssets } from './access/held-assets.js';
export { isId, type Place, type Places, Route, Scope } from './access/scope.js';
export { Aggregate, type DomainEvent } from './domain/aggregate.js';
export { AssetOwned, defined, Timestamped as TimestampedAggregate } from './domain/asset-owned.js';
export { AuditPurge } from './audit/audit-purge.job.js';
export { asOperator } from './audit/origin.js';
export type { Change } from './audit/audit-event.entity.js';
export { Clock } from './domain/clock.js';
export {
  conflict,
  type Faults,
  FAULTS_LISTED,
  invalid,
  malformed,
  notFound,
  Problem,
  unavailable,
} from './domain/errors.js';
export { FileCollector } from './files/file-collector.job.js';
export { changedFile, type FileChange, FileContent } from './files/file-content.js';
export { FileReply } from './files/file-reply.js';
export { type ByteRange, FileStore } from './files/file-store.js';
export { Files } from './files/files.js';
export { image, images } from './files/images.js';
export { LocalFiles } from './files/local-files.js';
export { S3Files } from './files/s3-files.js';
export { Upload } from './files/upload.js';
export { distinct } from './http/batch.js';
export * from './http/body.js';
export { Call } from './http/call.js';
export { discard } from './http/discard.js';
export * from './http/fields.js';
export { type ArrayBody, BodyTooLarge, MalformedJson, readJsonArray } from './http/json-array.js';
export { JsonRecords } from './http/json-records.js';
export { ForgetAnswersJob } from './http/forget-answers.job.js';
export { type DocumentInfo, openApiDocument } from './http/openapi.js';
export {
  data,
  list,
  listOfLists,
  nothing,
  one,
  Operation,
  operationOf,
  Resource,
  type Returns,
} from './http/operation.js';
export { type FileKind, type FileReader, form, type FormOptions, multipart } from './http/multipart.js';
export { Operations } from './http/operations.js';
export { Page } from './http/paging.js';
export { onViolation } from './http/problem.filter.js';
export * as query from './http/query.js';
export { Reply } from './http/reply.js';
export type { ApiRequest, ApiResponse } from './http/request.js';
export { type Check, compile, defineFormat, DISTINCT, isDate, type JsonSchema } from './http/schema.js';
export { requireSchema, runServer, serve, type Serving } from './http/serve.js';
export { Workers } from './http/workers.js';
export { createServer } from './http/server.js';
export { JsonLog } from './http/log.js';
export { FallbackModule, KernelModule, kernelPersistence } from './kernel.module.js';
export { ColumnArray, CopiedRows } from './persistence/copied-columns.js';
export { CopyRows, dayOf } from './persistence/copy-rows.js';
export { type Job, Jobs, type Lag } from './observe/jobs.js';
export { Wakeful } from './observe/wakeful.js';
export { type Count, type Distribution, Metrics } from './observe/metrics.js';
export { Reading } from './observe/reading.js';
export { Tracing } from './observe/tracing.js';
export { Database, dataSourceOptions, LIMITS } from './persistence/database.js';
export { jsonByType, JsonRows, type Listed, type Rows } from './persistence/json-rows.js';
export { KnownIds, type NamedId } from './persistence/known-ids.js';
export { migrate } from './persistence/migrate.js';
export { SchemaFault } from './persistence/migration-book.js';
export type { Persistence } from './persistence/persistence.js';
export { RecentChanges } from './persistence/recent-changes.js';
export { Repository } from './persistence/repository.js';
export { isConnectionFault, isDatabaseTrouble, sqlState, violatedConstraint } from './persistence/sql-faults.js';
export { type Lane, UnitOfWork } from './persistence/unit-of-work.js';
export { ForgetChangesJob } from './persistence/forget-changes.job.js';
export { UnchangedAnswers } from './persistence/unchanged-answers.js';
export { boolean, integer, readSettings, SettingError, type S3Settings, type Settings } from './settings.js';
export { SETTINGS } from './tokens.js';
