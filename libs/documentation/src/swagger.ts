import type { NestExpressApplication } from '@nestjs/platform-express';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { LRUCache } from 'lru-cache';
import { stringify } from 'yaml';
import { type ApiRequest, type ApiResponse, JsonResponse, Operations, sendJsonResponse } from '@app/platform/rest';
import { drawOnce, fillInCreated, largeDocument, leaveOutEmptyFiles, sampleFiles } from './explorer.js';
import { once } from './once.js';
import { type DocumentInfo, openApiDocument } from './openapi.js';
import { linkTo, type SiblingApi } from './sibling.js';
import type { StartPageLink } from './start-page.js';

/** Stacks names, texts and table cells on narrow screens, so that the page never scrolls sideways. */
const NARROW = `@media (max-width: 640px) {
  .swagger-ui .opblock-tag, .swagger-ui .opblock .opblock-summary, .swagger-ui .opblock-summary-control { flex-wrap: wrap }
  .swagger-ui .opblock-tag small, .swagger-ui .opblock-summary-path, .swagger-ui .opblock-summary-description { flex: 1 0 100%; max-width: 100%; padding: 4px 0 }
  .swagger-ui .responses-table, .swagger-ui .responses-table > tbody, .swagger-ui .responses-table > tbody > tr, .swagger-ui .responses-table > tbody > tr > td { display: block; width: auto; min-width: 0; max-width: 100% }
  .swagger-ui .responses-table > thead { display: none }
  .swagger-ui .responses-table code, .swagger-ui .responses-table pre { white-space: pre-wrap; overflow-wrap: anywhere }
}`;

/** A placeholder for the base URL in the rendered documents. */
const BASE = 'https://server.invalid';

/** Serves Swagger UI and the OpenAPI document. Each text is rendered once, because it is long and public. */
export function serveDocs(
  app: NestExpressApplication,
  info: DocumentInfo,
  { publicUrl, port }: { publicUrl: string | undefined; port: number },
  sibling?: SiblingApi,
): void {
  const documentAt = (url?: string) => openApiDocument(app.get(Operations).all, info, url);
  const document = once(() => documentAt(BASE));
  SwaggerModule.setup('docs', app, () => withHeaderKey(documentAt(publicUrl)), {
    raw: false,
    patchDocumentOnRequest: (request, _, shown) =>
      withLinks(shown, linkTo(sibling, (request as ApiRequest).base, port)),
    customSiteTitle: info.title,
    customCss: NARROW,
    swaggerOptions: {
      persistAuthorization: true,
      tryItOutEnabled: true,
      displayRequestDuration: true,
      docExpansion: 'none',
      filter: true,
      requestInterceptor: leaveOutEmptyFiles,
      responseInterceptor: fillInCreated,
      plugins: [sampleFiles, largeDocument, drawOnce],
    },
  });
  serveText(app, '/openapi.json', 'application/json', () => JSON.stringify(document()));
  serveText(app, '/openapi.yaml', 'text/yaml', () =>
    stringify(document(), { aliasDuplicateObjects: false, lineWidth: 0 }),
  );
}

/** Offers the key in the header only, because a key in the query would be logged by proxies. */
function withHeaderKey(document: OpenAPIObject): OpenAPIObject {
  const { paths, components } = structuredClone(document);
  delete components!.securitySchemes!['api-key'];
  for (const item of Object.values(paths))
    for (const operation of Object.values(item as Record<string, { security?: object[] }>))
      operation.security = operation.security?.filter((scheme) => !('api-key' in scheme)) ?? [];
  return { ...document, paths, components: components! };
}

/** Adds links to the start page and to the explorer of the other API. */
function withLinks(document: OpenAPIObject, siblings: readonly StartPageLink[]): OpenAPIObject {
  const others = siblings.map(({ href, text, remark }) => `[${text}](${href}/docs): ${remark}.`);
  const description = [...others, '[Start page](.)', document.info.description].join('\n\n');
  return { ...document, info: { ...document.info, description } };
}

/** Serves a text with the placeholder replaced by the address under which the client reached the server. */
function serveText(app: NestExpressApplication, path: string, mediaType: string, make: () => string): void {
  const text = once(make);
  const replies = new LRUCache<string, JsonResponse>({
    max: ADDRESSES,
    memoMethod: (base) => {
      const headers = { 'Content-Type': `${mediaType}; charset=utf-8` };
      return Object.assign(new JsonResponse(text().replaceAll(BASE, base), 200, headers), { encoded: {} });
    },
  });
  app.getHttpAdapter().get(path, (received: unknown, response: unknown) => {
    const request = received as ApiRequest;
    sendJsonResponse(request, response as ApiResponse, replies.memo(request.base), 200);
  });
}

/** Maximum number of server addresses for which rendered documents are kept. */
const ADDRESSES = 4;
