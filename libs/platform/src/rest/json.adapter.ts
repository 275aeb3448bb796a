import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import { OwnResponse } from './own-response.js';
import { handlerResponse } from './handler-response.js';
import { sendJsonResponse } from './json-response.js';
import { runInTurn } from './pipelining.js';
import type { AnyContext } from './request-context.js';
import type { ApiRequest, ApiResponse } from './request.js';

/** Time limits of docs/contract/decisions.md, Errors. Milliseconds. */
const SERVER = {
  headersTimeout: 15_000,
  requestTimeout: 120_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16 * 1024,
  requireHostHeader: false, // request-context.middleware.ts checks it and responds with a body
};
/** Milliseconds within which a client must read part of its response; see http-error-handlers.ts. */
const UNREAD = 30_000;

export type Front = (request: ApiRequest, response: ApiResponse, express: () => void) => void;

/** A layer of the Express 5 router. */
interface Layer {
  match(path: string): boolean;
  route?: { path: unknown; methods: Record<string, boolean> };
}

/** Express, with its own way of writing responses and a hook in front of it. */
export class JsonAdapter extends ExpressAdapter {
  private front: Front = (_request, _response, express) => express();

  /** Layers that Nest's adapter adds for its hooks. */
  private readonly ownLayers = this.layers.length;

  private get layers(): Layer[] {
    return this.getInstance<{ router: { stack: Layer[] } }>().router.stack;
  }

  /** Whether a middleware runs before the GET route of a template. */
  hasMiddleware(template: string): boolean {
    const example = `/${template.replace(/:\w+/g, '1')}`;
    const takesGet = ({ route }: Layer) => !route || route.methods['get'] || route.methods['_all'];
    const first = this.layers.slice(this.ownLayers).find((layer) => takesGet(layer) && layer.match(example));
    return first?.route?.path !== `/${template}`;
  }

  /** Sets the hook that every request passes before Express. */
  before(front: Front): void {
    this.front = front;
  }

  override initHttpServer(): void {
    const express = this.getInstance<(request: IncomingMessage, response: ServerResponse) => void>();
    this.httpServer = createServer(SERVER, (request, response) =>
      runInTurn(request, response, () =>
        this.front(request as ApiRequest, response as ApiResponse, () => express(request, response)),
      ),
    );
    this.httpServer.timeout = UNREAD;
  }

  override reply(response: ApiResponse, body: unknown, status?: number): void {
    if (response.headersSent) return;
    const request = response.req as ApiRequest;
    if (body instanceof OwnResponse) return body.send(request, response);
    sendJsonResponse(
      request,
      response,
      handlerResponse(body, request.context as AnyContext | undefined),
      status ?? response.statusCode,
    );
  }
}
