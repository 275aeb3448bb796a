import type { Persistence } from '@app/platform/persistence';
import { Module } from '@nestjs/common';
import { BuildDocumentHandler } from './caches/build-document.command.js';
import { BuildJob } from './caches/build.job.js';
import { BuildMetrics } from './caches/build.metrics.js';
import { BuildRequest } from './caches/build-request.entity.js';
import { CacheController } from './caches/cache.controller.js';
import { Change } from './caches/change.entity.js';
import { ChangesJob } from './caches/changes.job.js';
import { ChangesListener } from './caches/changes.listener.js';
import { RequestBuildHandler } from './caches/request-build.command.js';
import { DocumentController } from './documents/document.controller.js';
import { ViewerDocument } from './documents/document.entity.js';
import { ViewEmbedDocumentHandler } from './documents/document.queries.js';
import { viewerMigrations } from './migrations/index.js';

/** Composes what the five contexts know of an asset for a map viewer. */
@Module({
  controllers: [CacheController, DocumentController],
  providers: [
    RequestBuildHandler,
    BuildDocumentHandler,
    BuildJob,
    BuildMetrics,
    ChangesJob,
    ChangesListener,
    ViewEmbedDocumentHandler,
  ],
})
export class ViewerModule {
  static readonly persistence: Persistence = {
    schema: 'viewer',
    entities: [BuildRequest, Change, ViewerDocument],
    migrations: viewerMigrations,
    unrecorded: {
      document: 'built from what the other contexts hold',
      build_request: 'what is to be built, until it is',
      change: 'what documents have to follow, until they are asked to',
    },
    unnoted: {
      document: 'has a tag of its own, and is not kept again',
      build_request: 'what is to be built, until it is',
      change: 'what documents have to follow, until they are asked to',
    },
  };
}
