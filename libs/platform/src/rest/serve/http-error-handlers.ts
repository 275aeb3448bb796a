import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Logger } from '@nestjs/common';
import { Problem } from '../../core/model/errors.js';
import type { RequestMiddleware } from './request-context.middleware.js';
import { sendProblem } from '../responses/problem.filter.js';
import type { ApiRequest, ApiResponse } from '../responses/request.js';

/** Handles requests that Node would answer itself without a body: expectations, tunnels and malformed HTTP. */
export function installErrorHandlers(server: Server, prepare: RequestMiddleware): void {
  server.on('clientError', rejectMalformed);
  server.on('timeout', closeStalled);
  server.on('connect', (_, socket) => reject(socket, TUNNEL));
  server.on('checkContinue', (request: ApiRequest, response: ApiResponse) => {
    // Without `100 Continue` the client may or may not send the body, so the connection cannot be reused.
    const { shouldKeepAlive } = response;
    response.shouldKeepAlive = false;
    request.sendContinue = () => {
      response.shouldKeepAlive = shouldKeepAlive;
      response.writeContinue();
    };
    server.emit('request', request, response);
  });
  server.on('checkExpectation', (request: ApiRequest, response: ApiResponse) => {
    response.setHeader('Connection', 'close');
    prepare(request, response, () =>
      sendProblem(
        request,
        response,
        new Problem('expectation_failed', 'expectation_failed', 'This expectation cannot be met'),
      ),
    );
  });
}

interface RawResponse {
  status: string;
  code: string;
  message: string;
  headers?: string;
}

const MALFORMED = { status: '400 Bad Request', code: 'malformed_request', message: 'The request is not valid HTTP' };
const TUNNEL: RawResponse = {
  status: '405 Method Not Allowed',
  code: 'method_not_allowed',
  message: 'Tunnels are not supported',
  headers: 'Allow: GET, HEAD, POST, PUT, DELETE, OPTIONS\r\n',
};
/** Responses by error code of Node. */
const RESPONSES: Record<string, RawResponse> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    code: 'headers_too_large',
    message: 'The request line and headers are too large',
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: '413 Content Too Large',
    code: 'body_too_large',
    message: 'The chunk extensions are too large',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    code: 'request_timeout',
    message: 'The request took too long',
  },
};

type HttpSocket = Socket & { _httpMessage?: ApiResponse };

/** Milliseconds that an idle connection lasts beyond the advertised timeout, because a request may be on its way. */
const GRACE = 1_000;

/** Closes connections that are idle or do not read their response. Requests in progress have other limits. */
function closeStalled(this: Server, socket: HttpSocket): void {
  if (socket._httpMessage && socket.writableLength === 0) return;
  const isKept = !socket._httpMessage && socket.timeout !== this.timeout && socket.timeout !== GRACE;
  if (isKept) socket.setTimeout(GRACE);
  else socket.destroy();
}

function rejectMalformed(error: NodeJS.ErrnoException, socket: HttpSocket): void {
  const { _httpMessage: current } = socket;
  // A response has started, so another cannot be written.
  if (error.code === 'ECONNRESET' || !socket.writable || current?.headersSent) return void socket.destroy();
  reject(socket, RESPONSES[error.code ?? ''] ?? MALFORMED, current);
}

const logger = new Logger('Http');

/** Writes the response to the socket, because parser errors and timeouts have no response object. */
function reject(socket: Duplex, { status, code, message, headers = '' }: RawResponse, current?: ApiResponse): void {
  const requestId = (current?.req as ApiRequest | undefined)?.requestId ?? randomUUID();
  const statusCode = Number(status.slice(0, 3));
  if (current) current.statusCode = statusCode; // for its access log line
  else logger.log({ requestId, status: statusCode, code }, 'The HTTP parser rejected a request');
  const body = JSON.stringify({ message, code, request_id: requestId });
  socket.on('error', () => undefined); // the peer may be gone
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\n` +
      `Cache-Control: private, no-cache\r\nAccess-Control-Allow-Origin: *\r\nX-Request-Id: ${requestId}\r\n${headers}` +
      `Date: ${new Date().toUTCString()}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    () => socket.destroy(),
  );
}
