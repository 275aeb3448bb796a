import type { NestExpressApplication } from '@nestjs/platform-express';
import type { DocumentInfo } from './openapi.js';
import { serveSite, type SiblingApi, type SiteSettings } from './site.js';
import { serveDocs } from './swagger.js';

/** Serves the start page, the guides and well-known documents, the OpenAPI document and Swagger UI. Call it before `init`, which registers the 404 handler last. */
export function serveDocumentation(
  app: NestExpressApplication,
  info: DocumentInfo,
  settings: SiteSettings & { publicUrl: string | undefined },
  sibling?: SiblingApi,
): void {
  serveSite(app, info, settings, sibling);
  serveDocs(app, info, settings.publicUrl);
}
