import type { NestExpressApplication } from '@nestjs/platform-express';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { Express, RequestHandler } from 'express';
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

/** Nest writes the plugins into the script as the source of functions, in which the build calls a helper of its own. */
const NAMES = 'var __name = (target) => target;\n';

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
  keepRendered(app, /^\/docs\/?$/, 'text/html', (page) => page, {
    'Content-Security-Policy': explorerPolicy(publicUrl),
  });
  keepRendered(
    app,
    /^(\/docs)+\/swagger-ui-init\.js$/,
    'application/javascript',
    (script, base) => NAMES + script.replace(LINKS, () => escaped(links(linkTo(sibling, base, port)))),
  );
  SwaggerModule.setup('docs', app, () => withHeaderKey(documentAt(publicUrl)), {
    raw: false,
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

/** Offers the key in the header only, because a key in the query would be logged by proxies; leaves room for links. */
function withHeaderKey(document: OpenAPIObject): OpenAPIObject {
  const { paths, components } = structuredClone(document);
  delete components!.securitySchemes!['api-key'];
  for (const item of Object.values(paths))
    for (const operation of Object.values(item as Record<string, { security?: object[] }>))
      operation.security = operation.security?.filter((scheme) => !('api-key' in scheme)) ?? [];
  const info = { ...document.info, description: LINKS + document.info.description };
  return { ...document, info, paths, components: components! };
}

/** Allows the page's own scripts, and requests to this API only, because the page holds an API key. Swagger UI needs inline styles. */
const explorerPolicy = (publicUrl: string | undefined): string =>
  [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data: blob:`,
    `connect-src 'self'${publicUrl === undefined ? '' : ` ${new URL(publicUrl).origin}`}`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');

/** A placeholder for the links above the description in Swagger UI. */
const LINKS = '<!-- links -->';

/** Links to the explorer of the other API and to the start page. */
const links = (siblings: readonly StartPageLink[]): string =>
  [...siblings.map(({ href, text, remark }) => `[${text}](${href}/docs): ${remark}.`), '[Start page](.)', ''].join(
    '\n\n',
  );

/** As part of a string in JSON. */
const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Keeps a text that Nest renders for Swagger UI, because Nest renders the script, which contains the document, for each request. */
function keepRendered(
  app: NestExpressApplication,
  path: RegExp,
  mediaType: string,
  complete: (text: string, base: string) => string,
  headers: Record<string, string> = {},
): void {
  const responses = new LRUCache<string, JsonResponse>({ max: ADDRESSES });
  const route = (request: ApiRequest, response: ApiResponse, next: () => void): void => {
    const send = (result: JsonResponse) => sendJsonResponse(request, response, result, 200);
    const key = `${request.base} ${request.path}`;
    const kept = responses.get(key);
    if (kept) return send(kept);
    response.send = (text: string) => {
      const result = cachedResponse(complete(text, request.base), mediaType, headers);
      responses.set(key, result);
      send(result);
      return response;
    };
    next();
  };
  (app.getHttpAdapter().getInstance() as Express).get(path, route as unknown as RequestHandler);
}

/** Serves a text with the placeholder replaced by the address under which the client reached the server. */
function serveText(app: NestExpressApplication, path: string, mediaType: string, make: () => string): void {
  const text = once(make);
  const responses = new LRUCache<string, JsonResponse>({
    max: ADDRESSES,
    memoMethod: (base) => cachedResponse(text().replaceAll(BASE, base), mediaType),
  });
  app.getHttpAdapter().get(path, (received: unknown, response: unknown) => {
    const request = received as ApiRequest;
    sendJsonResponse(request, response as ApiResponse, responses.memo(request.base), 200);
  });
}

/** A response that is sent many times: its encodings and its tag are computed once. */
function cachedResponse(text: string, mediaType: string, headers: Record<string, string> = {}): JsonResponse {
  const result = new JsonResponse(text, 200, { 'Content-Type': `${mediaType}; charset=utf-8`, ...headers });
  return Object.assign(result, { encoded: { plain: Buffer.from(text) } });
}

/** Maximum number of server addresses for which rendered documents are kept. */
const ADDRESSES = 4;
