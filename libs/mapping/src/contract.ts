/** What other contexts may know of mapping. */
export { type Declared, DeclareEmbed, type DeclaredEmbed, type PlacedMap } from './embeds/declare-embed.command.js';
export { EmbedDto } from './embeds/embed.dto.js';
export { DeclareLandingPage } from './landing-pages/declare-landing-page.command.js';
export { LandingPageDto } from './landing-pages/landing-page.dto.js';
