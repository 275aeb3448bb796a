/** The public contract of mapping for other contexts. */
export { parseUmap, type Umap, writeUmap } from './drawings/sources/umap.js';
export { CreateEmbedDto, NewEmbedDto } from './embeds/embed.dto.js';
export { DEMO_KEYS } from './embeds/viewer-key.value.js';
export { ReleaseProcess } from './embeds/release-process.command.js';
export { ORIGIN } from './embeds/origin.value.js';
export { CreateLandingPageDto } from './landing-pages/landing-page.dto.js';
export { MatchUnits } from './unit-maps/match-units.command.js';
export { CreateUnitMapDto } from './unit-maps/unit-map.dto.js';
export { UnitMapsChanged } from './unit-maps/unit-map.events.js';
export { EmbeddedAssets, ViewerEmbed } from './read-models/viewer-embed.queries.js';
export { FindMapDrawing, type MapDrawing } from './read-models/map-drawing.queries.js';
export { landmarkKey } from './read-models/landmarks.js';
export { ViewerMaps, type ViewerMapParts } from './read-models/viewer-maps.queries.js';
export { type PageKind, type ViewerPage, FindViewerPage } from './read-models/viewer-page.queries.js';
