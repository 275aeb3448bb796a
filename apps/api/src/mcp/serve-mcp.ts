import { type ApiRequest, type ApiResponse, problemOf, sendProblem } from '@app/platform/rest';
import type { NestExpressApplication } from '@nestjs/platform-express';

/**
 * Serves the Model Context Protocol at `POST /mcp`, without sessions. Each request carries an API key, and each tool call becomes
 * a request to the API with that key. The protocol's SDK is loaded on the first request, because most processes never need it.
 */
export function serveMcp(app: NestExpressApplication): void {
  let endpoint: Promise<(request: ApiRequest, response: ApiResponse) => Promise<void>> | undefined;
  const load = () => (endpoint ??= import('./endpoint.js').then(({ createMcpEndpoint }) => createMcpEndpoint(app)));
  app.use('/mcp', (request: ApiRequest, response: ApiResponse) => {
    load()
      .then((answer) => answer(request, response))
      .catch((error: unknown) => {
        if (response.headersSent) return void response.destroy();
        sendProblem(request, response, problemOf(error, request));
      });
  });
}
