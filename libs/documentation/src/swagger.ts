import type { NestExpressApplication } from '@nestjs/platform-express';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { stringify } from 'yaml';
import { type ApiRequest, type ApiResponse, JsonResponse, Operations, sendJsonResponse } from '@app/platform/rest';
import { drawOnce, fillInCreated, largeDocument, leaveOutEmptyFiles, sampleFiles } from './explorer.js';
import { type DocumentInfo, openApiDocument } from './openapi.js';

/** On a telephone the texts stand below the names, not in a column of a few letters beside them. */
const NARROW = `@media (max-width: 640px) {
  .swagger-ui .opblock-tag, .swagger-ui .opblock .opblock-summary, .swagger-ui .opblock-summary-control { flex-wrap: wrap }
  .swagger-ui .opblock-tag small, .swagger-ui .opblock-summary-path, .swagger-ui .opblock-summary-description { flex: 1 0 100%; max-width: 100%; padding: 4px 0 }
}`;

/** Serves Swagger UI and the OpenAPI document. Each text is rendered once, because it is long and public. */
export function serveDocs(app: NestExpressApplication, info: DocumentInfo, publicUrl?: string): void {
  const document = once(() => openApiDocument(app.get(Operations).all, info, publicUrl));
  SwaggerModule.setup('docs', app, () => withHeaderKey(document()), {
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

/** The key is entered once, for the header: a key in the query would be logged. */
function withHeaderKey(document: OpenAPIObject): OpenAPIObject {
  const { paths, components } = structuredClone(document);
  delete components!.securitySchemes!['api-key'];
  for (const item of Object.values(paths))
    for (const operation of Object.values(item as Record<string, { security?: object[] }>))
      operation.security = operation.security?.filter((scheme) => !('api-key' in scheme)) ?? [];
  return { ...document, paths, components: components! };
}

function serveText(app: NestExpressApplication, path: string, mediaType: string, make: () => string): void {
  const reply = once(() => {
    const made = new JsonResponse(make(), 200, { 'Content-Type': `${mediaType}; charset=utf-8` });
    made.encoded = {};
    return made;
  });
  app.getHttpAdapter().get(path, (request: unknown, response: unknown) => {
    sendJsonResponse(request as ApiRequest, response as ApiResponse, reply(), 200);
  });
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
