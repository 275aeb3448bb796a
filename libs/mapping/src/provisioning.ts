/** Commands and queries that import and export maps and their pages for provision files, and the entities of their sets; for applications only. */
export { Background } from './backgrounds/background.aggregate.js';
export { CreateEmbed } from './embeds/create-embed.command.js';
export { Embed } from './embeds/embed.aggregate.js';
export { LandingPage } from './landing-pages/landing-page.aggregate.js';
export { type EmbedExport, ExportEmbeds } from './provisioning/exported-embeds.queries.js';
export { ExportMaps, type MapsExport } from './provisioning/exported-maps.queries.js';
export { UpsertBackground } from './provisioning/upsert-background.command.js';
export type { PlacedMap } from './embeds/embed.repository.js';
export { type EmbedRow, UpsertEmbed } from './provisioning/upsert-embed.command.js';
export { UpsertLandingPage } from './provisioning/upsert-landing-page.command.js';
export { type UnitMapRow, UpsertUnitMap } from './provisioning/upsert-unit-map.command.js';
export type { ShapeUnit } from './unit-maps/shape-binding.repository.js';
export { UnitMap } from './unit-maps/unit-map.aggregate.js';
