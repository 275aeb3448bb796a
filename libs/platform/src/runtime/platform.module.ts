import { type DynamicModule, Global, Module } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR, DiscoveryModule } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import { ScheduleModule } from '@nestjs/schedule';
import { AccessGuard } from '../auth/access.guard.js';
import { ApiKey } from '../auth/api-key.aggregate.js';
import { ApiKeyRepository, ApiKeys } from '../auth/api-keys.js';
import { PurgeRateLimitsJob } from '../auth/purge-rate-limits.job.js';
import { RequestCount } from '../auth/request-count.entity.js';
import { RequestLimits } from '../auth/request-limits.js';
import { AuditEvent } from '../audit/audit-event.entity.js';
import { PurgeAuditEventsJob } from '../audit/purge-audit-events.job.js';
import { setAuditContextSql } from '../audit/audit-context.js';
import { RejectedRequestLog } from '../audit/rejected-requests.js';
import { AdoptFilesJob } from '../files/adopt-files.job.js';
import { CollectFilesJob } from '../files/collect-files.job.js';
import { FileStore } from '../files/file-store.js';
import { Files } from '../files/files.js';
import { fileStoreOf } from '../files/stores.js';
import { StoredFile } from '../files/stored-file.entity.js';
import { ExportResourcesHandler } from '../resources/export-resources.queries.js';
import { Batches, SaveBatchHandler } from '../resources/batch-commands.js';
import { PruneResourcesHandler, UpsertResourcesHandler } from '../resources/provisioning-commands.js';
import { CreateResourceHandler, DeleteResourceHandler, UpdateResourceHandler } from '../resources/resource-commands.js';
import { Deletions, DeleteUnusedHandler } from '../resources/deletions.js';
import { AssignHandler, SetAssignmentsHandler } from '../resources/assignment-commands.js';
import { FindResourcesHandler, ListResourcesHandler, ViewResourceHandler } from '../resources/resource-queries.js';
import { OperationInterceptor } from '../rest/serve/operation.interceptor.js';
import { ConditionalWrites } from '../rest/serve/conditional-writes.js';
import { IdempotencyRecord } from '../rest/serve/idempotency-record.entity.js';
import { IdempotencyStore } from '../rest/serve/idempotency.js';
import { PurgeIdempotencyKeysJob } from '../rest/serve/purge-idempotency-keys.job.js';
import { Health } from './health.js';
import { HealthController } from './health.controller.js';
import { Operations } from '../rest/declare/operations.js';
import { ProblemPages } from '../rest/responses/problem-pages.js';
import * as migrations from '../migrations/index.js';
import { observeDatabase } from './observe/database-metrics.js';
import { Jobs } from '../core/model/jobs.js';
import { ObservedJobs } from './observe/observed-jobs.js';
import { Metrics } from '../core/telemetry/metrics.js';
import { openTracing } from './observe/open-tracing.js';
import { RequestReceiver } from './request-receiver.js';
import { RequestMetrics } from './observe/request-metrics.js';
import { Tracing } from '../core/telemetry/tracing.js';
import { CacheInvalidation } from '../persistence/reads/cache-invalidation.js';
import { Clock } from '../persistence/connection/clock.js';
import { Database } from '../persistence/connection/database.js';
import { PurgeChangeLogJob } from '../persistence/jobs/purge-change-log.job.js';
import { Repositories, repositoriesOf } from '../persistence/aggregates/inject-repository.js';
import { JsonQuery } from '../persistence/reads/json-query.js';
import { Outbox } from '../persistence/jobs/outbox.js';
import { OutboxEntry } from '../persistence/jobs/outbox-entry.entity.js';
import { ReferenceValidator } from '../persistence/aggregates/reference-validator.js';
import { ChangeLog } from '../persistence/reads/change-log.entity.js';
import type { Persistence } from '../persistence/connection/persistence.js';
import { ResponseCache } from '../persistence/reads/response-cache.js';
import { UnitOfWork } from '../persistence/aggregates/unit-of-work.js';
import { SETTINGS, type Settings } from '../core/settings/settings.js';

export const platformPersistence: Persistence = {
  schema: 'platform',
  entities: [IdempotencyRecord, ApiKey, AuditEvent, ChangeLog, OutboxEntry, RequestCount, StoredFile],
  migrations: Object.values(migrations),
  unaudited: {
    'api_key.hash': 'a secret',
    'api_key.last_used_at': 'use is not a change',
    idempotency_record: 'the trail records the write itself',
    outbox_entry: 'the trail records the changes themselves',
    request_count: 'the trail records rejected requests',
    stored_file: 'the trail records the references to files',
    change_log: 'the trail records the changes themselves',
  },
  uncached: {
    idempotency_record: 'read by primary key only',
    api_key:
      'cached by the guard for three seconds; its lists show states at the current time, so they are never cached',
    change_log: 'the change log itself',
    outbox_entry: 'read by its consumers only',
    request_count: 'read by primary key only',
  },
};

/** Providers that contexts may inject. */
const SHARED = [
  AccessGuard,
  ApiKeyRepository,
  ApiKeys,
  Batches,
  CacheInvalidation,
  Clock,
  ConditionalWrites,
  Deletions,
  Files,
  IdempotencyStore,
  JsonQuery,
  Operations,
  Outbox,
  ProblemPages,
  ReferenceValidator,
  Repositories,
  RequestLimits,
  ResponseCache,
  UnitOfWork,
];

const HANDLERS = [
  AssignHandler,
  CreateResourceHandler,
  ExportResourcesHandler,
  FindResourcesHandler,
  ListResourcesHandler,
  PruneResourcesHandler,
  SetAssignmentsHandler,
  SaveBatchHandler,
  UpdateResourceHandler,
  DeleteResourceHandler,
  DeleteUnusedHandler,
  UpsertResourcesHandler,
  ViewResourceHandler,
];

const JOBS = [
  AdoptFilesJob,
  CollectFilesJob,
  PurgeAuditEventsJob,
  PurgeChangeLogJob,
  PurgeIdempotencyKeysJob,
  PurgeRateLimitsJob,
];

const INTERNAL = [Health, RejectedRequestLog, RequestReceiver, RequestMetrics];

/** Shared infrastructure of all contexts: authentication, HTTP conventions, database, files, jobs and metrics. */
@Global()
@Module({})
export class PlatformModule {
  constructor(database: Database, metrics: Metrics, work: UnitOfWork) {
    observeDatabase(metrics, database);
    work.onBegin(setAuditContextSql);
  }

  static forRoot(settings: Settings, contexts: Persistence[], openFileStore = fileStoreOf): DynamicModule {
    const persistence = [platformPersistence, ...contexts];
    const repositories = repositoriesOf(persistence);
    const { databaseUrl: url, databaseReadUrl: readUrl, poolSize } = settings;
    return {
      module: PlatformModule,
      controllers: [HealthController],
      imports: [CqrsModule.forRoot(), ScheduleModule.forRoot(), DiscoveryModule],
      providers: [
        { provide: SETTINGS, useValue: settings },
        { provide: Tracing, useFactory: () => openTracing(settings) },
        {
          provide: Database,
          inject: [Tracing],
          useFactory: (tracing: Tracing) => Database.open({ url, readUrl, poolSize, contexts: persistence }, tracing),
        },
        { provide: FileStore, useFactory: () => openFileStore(settings) },
        { provide: Jobs, useClass: ObservedJobs },
        Metrics,
        { provide: APP_GUARD, useExisting: AccessGuard },
        { provide: APP_INTERCEPTOR, useClass: OperationInterceptor },
        ...repositories,
        ...SHARED,
        ...HANDLERS,
        ...INTERNAL,
        ...JOBS,
      ],
      exports: [SETTINGS, FileStore, Database, Jobs, Metrics, ...repositories, ...SHARED],
    };
  }
}
