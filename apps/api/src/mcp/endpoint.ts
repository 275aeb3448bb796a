import type { Server } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MiB, Problem } from '@app/platform/core';
import {
  type ApiRequest,
  type ApiResponse,
  authenticate,
  openApiDocument,
  Operations,
  parseJson,
  problemOf,
  readBytes,
  requireMediaType,
  sendProblem,
} from '@app/platform/rest';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { INFO } from '../document.js';
import { ApiClient } from './api-client.js';
import { ApiDescription } from './api-description.js';
import { loopback } from './loopback.js';
import { createMcpServer } from './mcp-server.js';
import type { Toolbox } from './tool.js';

const BODY_LIMIT = 10 * MiB;

/**
 * `POST /mcp`: the Model Context Protocol without sessions, of both eras. Each request brings its key, and each call of a
 * tool is a request to the API with it.
 */
export function serveMcp(app: NestExpressApplication): void {
  let description: ApiDescription | undefined;
  const describe = () => (description ??= new ApiDescription(documentOf(app)));
  const handler = createMcpHandler(({ authInfo }) =>
    createMcpServer(authInfo!.extra!['toolbox'] as Toolbox, INFO.version),
  );
  const answer = async (request: ApiRequest, response: ApiResponse): Promise<void> => {
    if (request.method !== 'POST') throw notAllowed();
    takeBearer(request);
    const caller = await authenticate(app, request, response, 'mcp');
    requireMediaType(request, 'application/json');
    const parsedBody = parseJson(await readBytes(request, BODY_LIMIT));
    const key = keyOf(request);
    const api = new ApiClient(loopback(app.getHttpServer() as Server, request), key);
    const toolbox: Toolbox = { api, description: describe(), may: (permission) => caller.may(permission) };
    const authInfo = { token: key, clientId: caller.keyId, scopes: [], extra: { toolbox } };
    const asked = new Request(`${request.base}/mcp`, { method: 'POST', headers: plainHeaders(request) });
    await send(await handler.fetch(asked, { parsedBody, authInfo }), response);
  };
  app.use('/mcp', (request: ApiRequest, response: ApiResponse) => {
    answer(request, response).catch((error: unknown) => {
      if (response.headersSent) return void response.destroy();
      sendProblem(request, response, problemOf(error, request));
    });
  });
}

const documentOf = (app: NestExpressApplication) =>
  openApiDocument(app.get(Operations).all, INFO) as unknown as Record<string, unknown>;

/** Agents send keys as bearer tokens. */
function takeBearer(request: ApiRequest): void {
  const [, key] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  if (key !== undefined && !request.headersDistinct['api-key']) request.headersDistinct['api-key'] = [key];
}

const keyOf = ({ headersDistinct, searchParams }: ApiRequest): string =>
  headersDistinct['api-key']?.find(Boolean) ?? searchParams.get('api-key')!;

const plainHeaders = ({ headers }: ApiRequest): Headers => {
  const names = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-session-id', 'mcp-method', 'mcp-name'];
  return new Headers(names.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]]] : [])));
};

async function send(answered: Response, response: ApiResponse): Promise<void> {
  response.writeHead(answered.status, Object.fromEntries(answered.headers));
  if (answered.body) await pipeline(Readable.fromWeb(answered.body as never), response);
  else response.end();
}

const notAllowed = () =>
  new Problem('method_not_allowed', 'method_not_allowed', 'This path takes POST only: there are no sessions').with({
    Allow: 'POST, OPTIONS',
  });
