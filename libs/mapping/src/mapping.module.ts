import type { Persistence } from '@app/kernel';
import { Module } from '@nestjs/common';
import { DeclareEmbedHandler, Embeds } from './embeds/declare-embed.command.js';
import { EmbedMap } from './embeds/embed-map.entity.js';
import { Embed } from './embeds/embed.aggregate.js';
import { EmbedController } from './embeds/embed.controller.js';
import { ListEmbedsHandler, ViewEmbedHandler } from './embeds/embed.queries.js';
import { DeclareLandingPageHandler, LandingPages } from './landing-pages/declare-landing-page.command.js';
import { LandingPage } from './landing-pages/landing-page.aggregate.js';
import { LandingPageController } from './landing-pages/landing-page.controller.js';
import { ListLandingPagesHandler, ViewLandingPageHandler } from './landing-pages/landing-page.queries.js';
import { mappingMigrations } from './migrations/index.js';
import { UnitMap } from './unit-maps/unit-map.aggregate.js';

const embeds = [ListEmbedsHandler, ViewEmbedHandler, DeclareEmbedHandler, Embeds];
const landingPages = [ListLandingPagesHandler, ViewLandingPageHandler, DeclareLandingPageHandler, LandingPages];

/** Mapping without its routes. */
@Module({ providers: [...embeds, ...landingPages] })
export class MappingCore {}

/** Maps of properties, and the pages on which they are shown. */
@Module({ imports: [MappingCore], controllers: [EmbedController, LandingPageController] })
export class MappingModule {
  static readonly persistence: Persistence = {
    schema: 'mapping',
    entities: [UnitMap, LandingPage, Embed, EmbedMap],
    migrations: mappingMigrations,
  };
}
