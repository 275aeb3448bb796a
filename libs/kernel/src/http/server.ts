import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { type DynamicModule, Logger, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule } from '@nestjs/swagger';
import { FileStore } from '../files/file-store.js';
import { serveFiles } from '../files/serve-files.js';
import type { Settings } from '../settings.js';
import { arrive } from './arrive.js';
import { FastReads } from './fast-reads.js';
import { JsonAdapter } from './json.adapter.js';
import { JsonLog } from './log.js';
import { openApiDocument, type DocumentInfo } from './openapi.js';
import { Operations } from './operations.js';
import { ProblemFilter } from './problem.filter.js';
import type { ApiRequest, ApiResponse } from './request.js';

/** An HTTP server for the given module, ready to listen. */
export async function createServer(
  root: Type | DynamicModule,
  settings: Settings,
  info: DocumentInfo,
): Promise<NestExpressApplication> {
  const adapter = new JsonAdapter();
  const app = await NestFactory.create<NestExpressApplication>(root, adapter, {
    bodyParser: false, // bodies are read when the request may have one, see call.ts
    abortOnError: false,
    forceCloseConnections: false,
    routeResolutionStrategy: 'specificity', // `units/references` before `units/:unit`, in whatever order modules are named
    logger: new JsonLog(settings.logLevel),
  });
  app.set('case sensitive routing', true);
  app.set('query parser', false);
  app.set('etag', false);
  app.disable('x-powered-by');
  app.use('/files', serveFiles(app.get(FileStore)));
  app.useGlobalFilters(new ProblemFilter());
  harden(app);
  await app.init();
  serveDocs(app, info);
  openFront(adapter, app.get(FastReads), app.get(Operations), settings);
  return app;
}

/** Every request arrives, then plain reads are answered, then Express has its turn. */
function openFront(adapter: JsonAdapter, reads: FastReads, operations: Operations, settings: Settings): void {
  const arrival = arrive(settings);
  reads.compile();
  adapter.before((request, response, express) =>
    arrival(request, response, () => {
      if (settings.fastReads !== false && reads.take(request, response)) return;
      leaveToFallback(request, operations);
      express();
    }),
  );
}

/** `PUT units/outbound-links` would be taken for an update of the unit of that id: it is a path without that method. */
function leaveToFallback(request: ApiRequest, operations: Operations): void {
  const methods = operations.methodsAt(request.url);
  if (methods.length === 0 || methods.includes(request.method)) return;
  request.sentUrl = request.url;
  request.url = '/v1/method-not-allowed';
}

function serveDocs(app: NestExpressApplication, info: DocumentInfo): void {
  SwaggerModule.setup('docs', app, openApiDocument(app.get(Operations).all, info), {
    jsonDocumentUrl: 'openapi.json',
    yamlDocumentUrl: 'openapi.yaml',
    customSiteTitle: info.title,
    swaggerOptions: {
      persistAuthorization: true,
      tryItOutEnabled: true,
      displayRequestDuration: true,
      docExpansion: 'none',
    },
  });
}

function harden(app: NestExpressApplication): void {
  const server = app.getHttpServer();
  server.on('clientError', refuseConnection);
  server.on('checkContinue', (request: ApiRequest, response: ApiResponse) => {
    request.sendContinue = () => response.writeContinue();
    server.emit('request', request, response);
  });
  server.on(
    'checkExpectation',
    (_: IncomingMessage, response: { writeHead(status: number, headers: object): { end(body: string): void } }) =>
      response
        .writeHead(417, { 'Content-Type': 'application/json; charset=utf-8', Connection: 'close' })
        .end(json('expectation_failed', 'This expectation cannot be met')),
  );
}

const BELOW: Record<string, [string, string, string]> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'headers_too_large',
    'The request headers are too large',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'request_timeout', 'The request took too long'],
};
const MALFORMED: [string, string, string] = ['400 Bad Request', 'malformed_request', 'The request is not valid HTTP'];

const json = (code: string, message: string): string => JSON.stringify({ message, code });

/** Errors of the HTTP parser and of its time limits have no request yet: the answer is written to the socket. */
function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [status, code, message] = BELOW[error.code ?? ''] ?? MALFORMED;
  new Logger('Http').debug({ code: error.code }, 'Refused below HTTP');
  const body = json(code, message);
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\n` +
      `Access-Control-Allow-Origin: *\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    () => socket.destroy(),
  );
}
