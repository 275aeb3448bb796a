import { type ApiRequest, type ApiResponse, problemOf, sendProblem } from '@app/platform/rest';
import type { NestExpressApplication } from '@nestjs/platform-express';

/**
 * `POST /mcp`: the Model Context Protocol without sessions. Each request brings its key, and each tool call is a request to
 * the API with that key. The first request loads the protocol's SDK: most processes serve none.
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
