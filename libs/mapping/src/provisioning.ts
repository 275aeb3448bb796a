/** Commands and queries that import and export maps and their pages for provision files; for applications only. */
export { type EmbedExport, ExportEmbeds } from './provisioning/exported-embeds.queries.js';
export { ExportMaps, type MapsExport } from './provisioning/exported-maps.queries.js';
export { PruneBackgrounds, PruneEmbeds, PruneMaps } from './provisioning/prune-maps.command.js';
export { UpsertBackground } from './provisioning/upsert-background.command.js';
export { type EmbedRow, type PlacedMap, UpsertEmbed } from './provisioning/upsert-embed.command.js';
export { UpsertLandingPage } from './provisioning/upsert-landing-page.command.js';
export { type UnitMapRow, UpsertUnitMap } from './provisioning/upsert-unit-map.command.js';
