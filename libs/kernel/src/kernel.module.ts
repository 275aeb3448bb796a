import { type DynamicModule, Global, Module } from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import { ScheduleModule } from '@nestjs/schedule';
import { ApiKey } from './access/api-key.aggregate.js';
import { ApiKeyGuard } from './access/api-key.guard.js';
import { ApiKeyRepository, ApiKeys } from './access/api-keys.js';
import { ExperimentalFlagsGuard } from './access/experimental-flags.guard.js';
import { HeldAssets } from './access/held-assets.js';
import { PermissionGuard } from './access/permission.guard.js';
import { RateLimitGuard } from './access/rate-limit.guard.js';
import { RequestCount } from './access/request-count.entity.js';
import { RequestLimits } from './access/request-limits.js';
import { AuditEvent } from './audit/audit-event.entity.js';
import { AuditPurge } from './audit/audit-purge.job.js';
import { Refusals } from './audit/refusals.js';
import { Clock } from './domain/clock.js';
import { UnhandledFaults } from './domain/unhandled-faults.js';
import { FileCollector } from './files/file-collector.job.js';
import { FileStore } from './files/file-store.js';
import { Files } from './files/files.js';
import { fileStoreOf } from './files/stores.js';
import { StoredFile } from './files/stored-file.entity.js';
import { CallPipe } from './http/call.js';
import { ConditionalWrites } from './http/conditional-writes.js';
import { FastReads } from './http/fast-reads.js';
import { Answer } from './http/answer.entity.js';
import { Answers } from './http/idempotency.js';
import { ForgetAnswersJob } from './http/forget-answers.job.js';
import { Health } from './http/health.js';
import { HealthController } from './http/health.controller.js';
import { FallbackController } from './http/fallback.controller.js';
import { Operations } from './http/operations.js';
import { kernelMigrations } from './migrations/index.js';
import { DatabaseMetrics } from './observe/database-metrics.js';
import { Jobs } from './observe/jobs.js';
import { Metrics } from './observe/metrics.js';
import { openTracing } from './observe/open-tracing.js';
import { RequestMetrics } from './observe/request-metrics.js';
import { Tracing } from './observe/tracing.js';
import { CommittedChanges } from './persistence/committed-changes.js';
import { Database } from './persistence/database.js';
import { ForgetChangesJob } from './persistence/forget-changes.job.js';
import { JsonRows } from './persistence/json-rows.js';
import { KnownIds } from './persistence/known-ids.js';
import { NotedChange } from './persistence/noted-change.entity.js';
import type { Persistence } from './persistence/persistence.js';
import { RecentChanges } from './persistence/recent-changes.js';
import { UnchangedAnswers } from './persistence/unchanged-answers.js';
import { UnitOfWork } from './persistence/unit-of-work.js';
import type { Settings } from './settings.js';
import { SETTINGS } from './tokens.js';

export const kernelPersistence: Persistence = {
  schema: 'kernel',
  entities: [Answer, ApiKey, AuditEvent, NotedChange, RequestCount, StoredFile],
  migrations: kernelMigrations,
  unrecorded: {
    'api_key.hash': 'a secret',
    'api_key.last_used_at': 'a use is no change',
    answer: 'book-keeping: the trail has what was answered for the first time',
    request_count: 'book-keeping: the trail has what was refused',
    stored_file: 'book-keeping: the trail has what names a file',
    noted_change: 'book-keeping: the trail has the changes',
  },
  unnoted: {
    answer: 'read by its key alone',
    api_key: 'kept in memory, by announcements of its own',
    noted_change: 'the notes themselves',
    request_count: 'read by its key alone',
  },
};

// the order of checks: 401, 403 key, 429, 403 permission, 400 flag
const GUARDS = [ApiKeyGuard, RateLimitGuard, PermissionGuard, ExperimentalFlagsGuard];

/** What every context stands on: access, HTTP conventions, the database, time. */
@Global()
@Module({})
export class KernelModule {
  static forRoot(settings: Settings, contexts: Persistence[]): DynamicModule {
    const shared = [
      ...[ApiKeys, ApiKeyRepository, Clock, Database, FileCollector, Files, HeldAssets, JsonRows, KnownIds, UnitOfWork],
      CommittedChanges,
      ...[Answers, CallPipe, ConditionalWrites, Jobs, Metrics, Operations, RecentChanges, UnchangedAnswers],
    ];
    return {
      module: KernelModule,
      controllers: [HealthController],
      imports: [CqrsModule.forRoot(), ScheduleModule.forRoot(), DiscoveryModule],
      providers: [
        { provide: SETTINGS, useValue: settings },
        { provide: Tracing, useFactory: () => openTracing(settings) },
        {
          provide: Database,
          inject: [Tracing],
          useFactory: (tracing: Tracing) =>
            Database.open(
              {
                url: settings.databaseUrl,
                readUrl: settings.databaseReadUrl,
                poolSize: settings.poolSize,
                contexts: [kernelPersistence, ...contexts],
              },
              tracing,
            ),
        },
        { provide: FileStore, useFactory: () => fileStoreOf(settings) },
        ...shared.filter((provider) => provider !== Database),
        UnhandledFaults,
        RequestLimits,
        ...GUARDS,
        ...GUARDS.map((guard) => ({ provide: APP_GUARD, useExisting: guard })),
        AuditPurge,
        FastReads,
        ForgetAnswersJob,
        ForgetChangesJob,
        Health,
        DatabaseMetrics,
        RequestMetrics,
        Refusals,
      ],
      exports: [SETTINGS, FileStore, ...shared],
    };
  }
}

/** Imported last, so that its catch-all route comes after all others. */
@Module({ controllers: [FallbackController] })
export class FallbackModule {}
