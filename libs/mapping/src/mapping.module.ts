import type { Persistence } from '@app/platform/persistence';
import { Logger, Module, type OnModuleInit } from '@nestjs/common';
import { Background } from './backgrounds/background.aggregate.js';
import { BackgroundController } from './backgrounds/background.controller.js';
import { ListBackgroundsHandler, ViewBackgroundHandler } from './backgrounds/background.queries.js';
import { DeleteBackgroundHandler } from './backgrounds/delete-background.command.js';
import { WriteBackgroundHandler } from './backgrounds/write-background.command.js';
import { conflict, invalid } from '@app/platform/core';
import { onViolation } from '@app/platform/rest';
import { Backgrounds } from './backgrounds/background.repository.js';
import { missingRenderer } from './drawings/layout/renderer.js';
import { UpsertBackgroundHandler } from './provisioning/upsert-background.command.js';
import { ExportEmbedsHandler } from './provisioning/exported-embeds.queries.js';
import { ExportMapsHandler } from './provisioning/exported-maps.queries.js';
import { CreateEmbedHandler } from './embeds/create-embed.command.js';
import { Embeds } from './embeds/embed.repository.js';
import { ReleaseProcessHandler } from './embeds/release-process.command.js';
import { UpdateEmbedHandler } from './embeds/update-embed.command.js';
import { UpsertEmbedHandler } from './provisioning/upsert-embed.command.js';
import { EmbedMap } from './embeds/embed-map.entity.js';
import { Embed } from './embeds/embed.aggregate.js';
import { EmbedController } from './embeds/embed.controller.js';
import { ListEmbedsHandler, ViewEmbedHandler } from './embeds/embed.queries.js';
import { UpsertLandingPageHandler } from './provisioning/upsert-landing-page.command.js';
import { LandingPage } from './landing-pages/landing-page.aggregate.js';
import { LandingPageController } from './landing-pages/landing-page.controller.js';
import { ListLandingPagesHandler, ViewLandingPageHandler } from './landing-pages/landing-page.queries.js';
import * as migrations from './migrations/index.js';
import { BindShapeHandler } from './unit-maps/bind-shape.command.js';
import { MatchUnitsHandler } from './unit-maps/match-units.command.js';
import { MatchUnitsJob } from './unit-maps/match-units.job.js';
import { FindUnboundMapsJob } from './unit-maps/find-unbound-maps.job.js';
import { CreateUnitMapHandler } from './unit-maps/create-unit-map.command.js';
import { UpsertUnitMapHandler } from './provisioning/upsert-unit-map.command.js';
import { ApplyMapFiles } from './unit-maps/apply-map-files.js';
import { ShapeBindings } from './unit-maps/shape-binding.repository.js';
import { UnitMatcher } from './unit-maps/unit-matcher.js';
import { ShapeBinding } from './unit-maps/shape-binding.entity.js';
import { UnitMapShape } from './unit-maps/unit-map-shape.entity.js';
import { UnitMap } from './unit-maps/unit-map.aggregate.js';
import { UnitMapController } from './unit-maps/unit-map.controller.js';
import { FindMapSourceHandler, ListUnitMapsHandler, ViewUnitMapHandler } from './unit-maps/unit-map.queries.js';
import { PreviewUnitMapHandler } from './unit-maps/preview-unit-map.command.js';
import { UpdateUnitMapHandler } from './unit-maps/update-unit-map.command.js';
import { ViewerMapsHandler } from './read-models/viewer-maps.queries.js';
import { EmbeddedAssetsHandler, ViewerEmbedHandler } from './read-models/viewer-embed.queries.js';
import { FindMapDrawingHandler } from './read-models/map-drawing.queries.js';
import { FindViewerPageHandler } from './read-models/viewer-page.queries.js';

onViolation('unit_map_building_fkey', () => invalid({ building_id: ['is not known in this asset'] }));
onViolation('background_name', () => conflict('name_taken', 'Another background of the map has this name'));

const embeds = [
  ListEmbedsHandler,
  ViewEmbedHandler,
  CreateEmbedHandler,
  UpdateEmbedHandler,
  ReleaseProcessHandler,
  Embeds,
];
const landingPages = [ListLandingPagesHandler, ViewLandingPageHandler];

const unitMaps = [
  ...[ListUnitMapsHandler, ViewUnitMapHandler, FindMapSourceHandler],
  ...[CreateUnitMapHandler, UpdateUnitMapHandler, PreviewUnitMapHandler, MatchUnitsHandler, BindShapeHandler],
  ...[ApplyMapFiles, UnitMatcher, ShapeBindings],
];
const backgrounds = [
  ...[ListBackgroundsHandler, ViewBackgroundHandler],
  ...[WriteBackgroundHandler, DeleteBackgroundHandler, Backgrounds],
];
const provisioning = [
  ...[ExportEmbedsHandler, ExportMapsHandler],
  ...[UpsertEmbedHandler, UpsertLandingPageHandler, UpsertUnitMapHandler, UpsertBackgroundHandler],
];

/** Maps of assets, and the pages that show them. */
@Module({
  controllers: [EmbedController, LandingPageController, UnitMapController, BackgroundController],
  providers: [
    ViewerMapsHandler,
    ViewerEmbedHandler,
    EmbeddedAssetsHandler,
    FindViewerPageHandler,
    FindMapDrawingHandler,
    ...embeds,
    ...landingPages,
    ...unitMaps,
    ...backgrounds,
    ...provisioning,
    MatchUnitsJob,
    FindUnboundMapsJob,
  ],
})
export class MappingModule implements OnModuleInit {
  static readonly persistence: Persistence = {
    schema: 'mapping',
    entities: [UnitMap, UnitMapShape, ShapeBinding, Background, LandingPage, Embed, EmbedMap],
    migrations: Object.values(migrations),
    unaudited: {
      unit_map_shape: 'read from the file that the map names',
      'unit_map.binding_fingerprint': 'what the map was bound to last, as a fingerprint',
    },
  };

  onModuleInit(): void {
    const missing = missingRenderer();
    if (missing) new Logger('Drawings').error(`Drawings cannot be uploaded: ${missing}`);
  }
}
