/** What other contexts may know of mapping. */
export type { Shape, ViewBox } from './drawings/drawing.js';
export { parseUmap, type Umap, writeUmap } from './drawings/umap.js';
export { CreateEmbedDto } from './embeds/embed.dto.js';
export { ORIGIN } from './embeds/origin.value.js';
export { CreateLandingPageDto } from './landing-pages/landing-page.dto.js';
export { BindMaps } from './unit-maps/bind-maps.command.js';
export { CreateUnitMapDto } from './unit-maps/unit-map.dto.js';
export { UnitMapsChanged } from './unit-maps/unit-map.events.js';
export { EmbeddedAssets, type EmbedPlan, ShownEmbed } from './shown/shown-embed.queries.js';
export { DrawnMap, type MapDrawing } from './shown/drawn-map.queries.js';
export { type Landmark, landmarkKey } from './shown/landmarks.js';
export { ShownMaps, type ShownMap } from './shown/shown-maps.queries.js';
export { type PageKind, type ShownPage, ShowPage } from './shown/shown-page.queries.js';
