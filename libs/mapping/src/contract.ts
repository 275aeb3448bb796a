/** What other contexts may know of mapping. */
export { DeclareBackground, type DeclaredBackground } from './backgrounds/declare-background.command.js';
export { BackgroundDto } from './backgrounds/background.dto.js';
export { DeclaredMaps, type DeclaredMapParts } from './declare/declared-maps.queries.js';
export { PruneMaps } from './declare/prune-maps.command.js';
export type { Shape, ViewBox } from './drawings/drawing.js';
export { parseUmap, type Umap, writeUmap } from './drawings/umap.js';
export { type Declared, DeclareEmbed, type DeclaredEmbed, type PlacedMap } from './embeds/declare-embed.command.js';
export { EmbedDto } from './embeds/embed.dto.js';
export { DeclareLandingPage } from './landing-pages/declare-landing-page.command.js';
export { LandingPageDto } from './landing-pages/landing-page.dto.js';
export { BindMaps } from './unit-maps/bind-maps.command.js';
export { DeclareUnitMap, type DeclaredFile, type DeclaredUnitMap } from './unit-maps/declare-unit-map.command.js';
export { UnitMapDto } from './unit-maps/unit-map.dto.js';
export { UnitMapsChanged } from './unit-maps/unit-map.events.js';
export { EmbeddedAssets, type EmbedPlan, ShownEmbed } from './shown/shown-embed.queries.js';
export { ShownMaps, type ShownMap } from './shown/shown-maps.queries.js';
