import type { NestExpressApplication } from '@nestjs/platform-express';
import type { SiblingApi } from './sibling.js';
import { serveSite, type SiteInfo, type SiteSettings } from './site.js';
import { serveDocs } from './swagger.js';

/** Serves the start page, the guides and well-known documents, the OpenAPI document and Swagger UI. Call it before `init`, which registers the 404 handler. */
export function serveDocumentation(
  app: NestExpressApplication,
  info: SiteInfo,
  settings: SiteSettings,
  sibling?: SiblingApi,
): void {
  const informed = { ...info, contact: settings.apiContact };
  serveSite(app, informed, settings, sibling);
  serveDocs(app, informed, settings, sibling);
}
