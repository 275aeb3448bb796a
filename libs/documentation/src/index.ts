export { DocumentationModule } from './documentation.module.js';
export { type DocumentInfo, openApiDocument } from './openapi.js';
export { serveDocumentation } from './serve-documentation.js';
export { StartPageLinks } from './start-page.js';
export type { SiteInfo } from './site.js';
