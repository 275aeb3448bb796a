import type { Persistence } from '@app/platform/persistence';
import { Module } from '@nestjs/common';
import { BuildDocumentHandler } from './builds/build-document.command.js';
import { BuildDocumentsJob } from './builds/build-documents.job.js';
import { BuildMetrics } from './builds/build.metrics.js';
import { BuildRequest } from './builds/build-request.entity.js';
import { CacheController } from './builds/cache.controller.js';
import { FollowChangeLogJob } from './builds/follow-change-log.job.js';
import { FollowChangesJob } from './builds/follow-changes.job.js';
import { RequestBuildHandler } from './builds/request-build.command.js';
import { AssetView } from './documents/asset-view.entity.js';
import { EmbedDocumentController, LandingPageDocumentController } from './documents/document.controller.js';
import { ViewerDocument } from './documents/document.entity.js';
import { ViewEmbedDocumentHandler } from './documents/document.queries.js';
import { ViewPageDocumentHandler } from './documents/viewer-document.queries.js';
import { PricedView } from './documents/priced-view.entity.js';
import * as migrations from './migrations/index.js';
import { EmbedPageController, ViewerFileController } from './pages/page.controller.js';
import { ViewerProblemPage } from './pages/problem-page.js';
import { ViewPreviewHandler } from './pages/preview.queries.js';
import { PagePresenter } from './pages/page-presenter.js';
import { EmbedQuoteController, LandingPageQuoteController } from './quotes/quote.controller.js';
import { ViewQuoteHandler } from './quotes/quote.queries.js';
import { SharePageController } from './pages/share-page.controller.js';
import { ViewerProgram } from './pages/viewer-program.js';
import { CountVisitsHandler } from './visits/count-visits.command.js';
import { PageVisitCount } from './visits/page-visit-count.entity.js';
import { PurgeVisitsJob } from './visits/purge-visits.job.js';
import { StoreVisitsJob } from './visits/store-visits.job.js';
import { UnitVisitCount } from './visits/unit-visit-count.entity.js';
import { EmbedVisitController, LandingPageVisitController, VisitCountController } from './visits/visit.controller.js';
import { ListVisitCountsHandler } from './visits/visit-count.queries.js';

const COUNTED = 'counts of what visitors do; their list depends on the current day, so it is never cached';

/** Composes the data of five contexts for the map viewer. */
@Module({
  controllers: [
    CacheController,
    EmbedDocumentController,
    LandingPageDocumentController,
    EmbedPageController,
    EmbedQuoteController,
    LandingPageQuoteController,
    SharePageController,
    ViewerFileController,
    EmbedVisitController,
    LandingPageVisitController,
    VisitCountController,
  ],
  providers: [
    RequestBuildHandler,
    BuildDocumentHandler,
    BuildDocumentsJob,
    BuildMetrics,
    FollowChangesJob,
    FollowChangeLogJob,
    ViewEmbedDocumentHandler,
    ViewPageDocumentHandler,
    ViewQuoteHandler,
    PagePresenter,
    ViewPreviewHandler,
    ViewerProgram,
    ViewerProblemPage,
    CountVisitsHandler,
    StoreVisitsJob,
    PurgeVisitsJob,
    ListVisitCountsHandler,
  ],
})
export class ViewerModule {
  static readonly persistence: Persistence = {
    schema: 'viewer',
    entities: [AssetView, BuildRequest, PageVisitCount, PricedView, UnitVisitCount, ViewerDocument],
    migrations: Object.values(migrations),
    unaudited: {
      document: 'built from what the other contexts hold',
      asset_view: 'built from what the other contexts hold',
      priced_view: 'built from what the other contexts hold',
      build_request: 'what is to be built, until it is',
      page_visit_count: COUNTED,
      unit_visit_count: COUNTED,
    },
    uncached: {
      document: 'has a tag of its own, and is not kept again',
      asset_view: 'has a tag of its own, and is not kept again',
      priced_view: 'has a tag of its own, and is not kept again',
      build_request: 'what is to be built, until it is',
      page_visit_count: COUNTED,
      unit_visit_count: COUNTED,
    },
  };
}
