import { ExpressAdapter } from '@nestjs/platform-express';
import { Reply, send } from './reply.js';
import type { ApiRequest, ApiResponse } from './request.js';

/** Express, with one way of writing answers. */
export class JsonAdapter extends ExpressAdapter {
  override reply(response: ApiResponse, body: unknown, status?: number): void {
    if (response.headersSent) return;
    const reply = body instanceof Reply ? body : new Reply(body === undefined ? undefined : JSON.stringify(body));
    for (const [name, value] of Object.entries(reply.headers)) response.setHeader(name, value);
    send(response.req as ApiRequest, response, reply.status ?? status ?? response.statusCode, reply.text);
  }
}
