import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FileReply } from './file-reply.js';
import { Reply, sendReply } from './json-response.js';
import type { ApiRequest, ApiResponse } from './request.js';

/** Time limits of test/contract/decisions.md, Errors. Milliseconds. */
const SERVER = {
  headersTimeout: 15_000,
  requestTimeout: 120_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16 * 1024,
  requireHostHeader: false, // arrive.ts asks for it, with a body in its refusal
};
/** Milliseconds in which a client must take some of its answer, see hardening.ts. */
const UNREAD = 30_000;

export type Front = (request: ApiRequest, response: ApiResponse, express: () => void) => void;

/** Express, with one way of writing answers and something in front of it. */
export class JsonAdapter extends ExpressAdapter {
  private front: Front = (_request, _response, express) => express();

  /** What every request meets before Express. */
  before(front: Front): void {
    this.front = front;
  }

  override initHttpServer(): void {
    const express = this.getInstance<(request: IncomingMessage, response: ServerResponse) => void>();
    this.httpServer = createServer(SERVER, (request, response) => {
      if (request.socket.writableEnded) return; // after the last answer of its connection: RFC 9112, 9.6
      this.front(request as ApiRequest, response as ApiResponse, () => express(request, response));
    });
    this.httpServer.timeout = UNREAD;
  }

  override reply(response: ApiResponse, body: unknown, status?: number): void {
    if (response.headersSent) return;
    if (body instanceof FileReply) return body.send(response.req as ApiRequest, response);
    const reply = body instanceof Reply ? body : new Reply(body === undefined ? undefined : JSON.stringify(body));
    sendReply(response.req as ApiRequest, response, reply, status ?? response.statusCode);
  }
}
