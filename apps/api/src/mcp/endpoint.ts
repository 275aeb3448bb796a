import { openApiDocument } from '@app/documentation';
import type { Server } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AccessGuard, type Caller, isGranted } from '@app/platform/auth';
import { MiB, parseUrl, Problem, type Settings, SETTINGS } from '@app/platform/core';
import {
  type ApiRequest,
  type ApiResponse,
  Operations,
  parseJson,
  readBytes,
  requireMediaType,
} from '@app/platform/rest';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { INFO } from '../document.js';
import { ApiClient } from './api-client.js';
import { ApiDescription } from './api-description.js';
import { loopback } from './loopback.js';
import { createMcpServer } from './mcp-server.js';
import type { Toolbox } from './tool.js';

const MAX_BODY_BYTES = 10 * MiB;

/** Handles MCP requests of the current and the earlier protocol version. Each request acts with its own API key. */
export function createMcpEndpoint(app: NestExpressApplication) {
  const description = new ApiDescription(documentOf(app));
  const handler = createMcpHandler(({ authInfo }) =>
    createMcpServer(authInfo!.extra!['toolbox'] as Toolbox, INFO.version),
  );
  const { publicUrl } = app.get<Settings>(SETTINGS);
  return async (request: ApiRequest, response: ApiResponse): Promise<void> => {
    requireKnownOrigin(request, publicUrl);
    if (request.method !== 'POST') throw notAllowed();
    acceptBearerToken(request);
    const caller = await authenticate(app, request, response);
    requireMediaType(request, 'application/json');
    const parsedBody = parseJson(await readBytes(request, MAX_BODY_BYTES));
    const key = keyOf(request);
    const api = new ApiClient(loopback(app.getHttpServer() as Server, request), key);
    const toolbox: Toolbox = { api, description, may: (permission) => isGranted(permission, caller) };
    const authInfo = { token: key, clientId: caller.keyId, scopes: [], extra: { toolbox } };
    const asked = new Request(`${request.base}/mcp`, { method: 'POST', headers: plainHeaders(request) });
    await send(await handler.fetch(asked, { parsedBody, authInfo }), response);
  };
}

/** Checks the key and its rate limit, as the guard of operations does. @throws Problem 401, 403, 429 */
async function authenticate(app: NestExpressApplication, request: ApiRequest, response: ApiResponse): Promise<Caller> {
  request.operation = { id: 'mcp', path: 'mcp' };
  await app.get(AccessGuard, { strict: false }).admit(request, response);
  return request.caller!;
}

const documentOf = (app: NestExpressApplication) =>
  openApiDocument(app.get(Operations).all, INFO) as unknown as Record<string, unknown>;

/**
 * Rejects requests from web pages of other origins, as the protocol requires against DNS rebinding. Browser-based agents may run
 * on `PUBLIC_URL` or on this machine. @throws Problem 403
 */
function requireKnownOrigin({ headers: { origin } }: ApiRequest, publicUrl: string | undefined): void {
  if (origin === undefined) return;
  const url = parseUrl(origin);
  if (url && LOCAL.has(url.hostname)) return;
  if (url && publicUrl !== undefined && url.origin === new URL(publicUrl).origin) return;
  throw new Problem('forbidden', 'origin_not_allowed', 'Pages of this origin may not use /mcp');
}

const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Accepts the key as a bearer token, because most agents send it that way. */
function acceptBearerToken(request: ApiRequest): void {
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
  new Problem('method_not_allowed', 'method_not_allowed', 'This path accepts only POST: there are no sessions').with({
    Allow: 'POST, OPTIONS',
  });
