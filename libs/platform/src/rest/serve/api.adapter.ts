import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Application, RequestHandler } from 'express';
import { CustomResponse } from '../responses/custom-response.js';
import { handlerResponse } from '../responses/handler-response.js';
import { sendJsonResponse } from '../responses/json-response.js';
import { operationOf } from '../declare/operation.js';
import { runInTurn } from './pipelining.js';
import { problemOf, sendProblem } from '../responses/problem.filter.js';
import type { AnyContext } from '../declare/request-context.js';
import type { ApiRequest, ApiResponse } from '../responses/request.js';
import { type Route, RouteTree } from './route-tree.js';

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
const READ_TIMEOUT = 30_000;

type Receiver = (request: ApiRequest, response: ApiResponse) => void;

/** A layer of the Express 5 router. */
interface Layer {
  match(path: string): boolean;
}

interface Express extends Pick<Application, 'use'> {
  (request: ApiRequest, response: ApiResponse): void;
  router: { stack: Layer[] };
  /** prototypes */
  request: object;
  response: object;
}

/**
 * Nest's adapter for Express, which finds operations in a tree: Express would compare the path of a request with each of more than a
 * hundred routes. A handler has all guards, pipes, interceptors and filters of Nest around it. Everything else stays with Express:
 * pages, files, documentation, metrics.
 */
export class ApiAdapter extends ExpressAdapter {
  readonly tree = new RouteTree();
  private receiver: Receiver = (request, response) => this.dispatch(request, response);
  /** Layers that Nest's adapter adds for its hooks. */
  private readonly ownLayers = this.express.router.stack.length;

  private get express(): Express {
    return this.getInstance<Express>();
  }

  /** Sets the function that receives each request, and calls `run` or `dispatch`. */
  receive(receiver: Receiver): void {
    this.receiver = receiver;
  }

  override get(...route: unknown[]): unknown {
    return this.add(route) ?? super.get(...(route as [never, never]));
  }

  override post(...route: unknown[]): unknown {
    return this.add(route) ?? super.post(...(route as [never, never]));
  }

  override put(...route: unknown[]): unknown {
    return this.add(route) ?? super.put(...(route as [never, never]));
  }

  override delete(...route: unknown[]): unknown {
    return this.add(route) ?? super.delete(...(route as [never, never]));
  }

  /** @returns undefined for a handler that is not an operation */
  private add([path, handler]: unknown[]): this | undefined {
    const operation = typeof handler === 'function' ? operationOf(handler) : undefined;
    if (!operation) return undefined;
    this.tree.at(path as string).add(operation, handler as RequestHandler);
    return this;
  }

  /** Runs an operation; after the middleware that Express has for its path. */
  run(route: Route, request: ApiRequest, response: ApiResponse): void {
    request.originalUrl = request.url;
    if (route.hasMiddleware) return this.dispatch(request, response);
    request.res = response;
    request.params = route.paramsIn(request.url);
    response.locals = {};
    route.handler(request.method)!(request, response, (error?: unknown) => {
      if (error === undefined) this.dispatch(request, response);
      else sendProblem(request, response, problemOf(error, request));
    });
  }

  dispatch(request: ApiRequest, response: ApiResponse): void {
    this.express(request, response);
  }

  /** Nest calls it when everything else is registered. */
  override setNotFoundHandler(...handler: Parameters<ExpressAdapter['setNotFoundHandler']>): unknown {
    const layers = this.express.router.stack.slice(this.ownLayers);
    for (const route of this.tree.routes) {
      const example = route.template.replace(/:\w+/g, '1');
      route.hasMiddleware = layers.some((layer) => layer.match(example));
    }
    this.express.use((received, response, next) => {
      const request = received as ApiRequest;
      const route = this.tree.find(request.url);
      if (!route?.hasMiddleware) return next();
      request.params = route.paramsIn(request.url);
      return route.handler(request.method)!(request, response, next);
    });
    return super.setNotFoundHandler(...handler);
  }

  override initHttpServer(): void {
    // Requests and responses begin with the prototypes of Express, which it would otherwise give to each of them, at a high price.
    class Received extends IncomingMessage {}
    class Sent extends ServerResponse {}
    Object.setPrototypeOf(Received.prototype, this.express.request);
    Object.setPrototypeOf(Sent.prototype, this.express.response);
    const classes = { IncomingMessage: Received, ServerResponse: Sent };
    this.httpServer = createServer({ ...SERVER, ...classes }, (request, response) =>
      runInTurn(request, response, () => this.receiver(request as ApiRequest, response as unknown as ApiResponse)),
    );
    this.httpServer.timeout = READ_TIMEOUT;
  }

  override status(response: ApiResponse, status: number): ApiResponse {
    response.statusCode = status;
    return response;
  }

  override reply(response: ApiResponse, body: unknown, status?: number): void {
    if (response.headersSent) return;
    const request = response.req as ApiRequest;
    if (body instanceof CustomResponse) return body.send(request, response);
    sendJsonResponse(
      request,
      response,
      handlerResponse(body, request.context as AnyContext | undefined),
      status ?? response.statusCode,
    );
  }
}
