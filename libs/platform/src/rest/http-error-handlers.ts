import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Logger } from '@nestjs/common';
import { Problem } from '../core/errors.js';
import type { Arrival } from './request-context.middleware.js';
import { sendProblem } from './problem.filter.js';
import type { ApiRequest, ApiResponse } from './request.js';

/** What Node answers itself, with an empty body or none: expectations, tunnels, and all that is no valid HTTP. */
export function harden(server: Server, arrival: Arrival): void {
  server.on('clientError', refuseBytes);
  server.on('timeout', cutUnread);
  server.on('connect', (_, socket) => refuse(socket, TUNNEL));
  server.on('checkContinue', (request: ApiRequest, response: ApiResponse) => {
    // An answer without 100 leaves open whether the body still comes: nothing may follow it on this connection.
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
    arrival(request, response, () =>
      sendProblem(
        request,
        response,
        new Problem('expectation_failed', 'expectation_failed', 'This expectation cannot be met'),
      ),
    );
  });
}

interface Refusal {
  status: string;
  code: string;
  message: string;
  headers?: string;
}

const MALFORMED = { status: '400 Bad Request', code: 'malformed_request', message: 'The request is not valid HTTP' };
const TUNNEL: Refusal = {
  status: '405 Method Not Allowed',
  code: 'method_not_allowed',
  message: 'This server opens no tunnels',
  headers: 'Allow: GET, HEAD, POST, PUT, DELETE, OPTIONS\r\n',
};
/** By the code of Node's error. */
const REFUSALS: Record<string, Refusal> = {
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

type Answering = Socket & { _httpMessage?: ApiResponse };

/** Milliseconds that an idle connection lasts beyond what clients are told: a request may be on its way, or here and not yet read. */
const GRACE = 1_000;

/** A silent connection is one that is idle or does not read its answer: a request that is worked on, or arrives, has other limits. */
function cutUnread(this: Server, socket: Answering): void {
  if (socket._httpMessage && socket.writableLength === 0) return;
  const isKept = !socket._httpMessage && socket.timeout !== this.timeout && socket.timeout !== GRACE;
  if (isKept) socket.setTimeout(GRACE);
  else socket.destroy();
}

function refuseBytes(error: NodeJS.ErrnoException, socket: Answering): void {
  const { _httpMessage: answering } = socket;
  // Into an answer that is under way no other may be written.
  if (error.code === 'ECONNRESET' || !socket.writable || answering?.headersSent) return void socket.destroy();
  refuse(socket, REFUSALS[error.code ?? ''] ?? MALFORMED, answering);
}

const logger = new Logger('Http');

/** Errors of the HTTP parser and of its time limits have no response to use: the answer is written to the socket. */
function refuse(socket: Duplex, { status, code, message, headers = '' }: Refusal, answering?: ApiResponse): void {
  const requestId = (answering?.req as ApiRequest | undefined)?.requestId ?? randomUUID();
  const statusCode = Number(status.slice(0, 3));
  if (answering)
    answering.statusCode = statusCode; // for its own line
  else logger.log({ requestId, status: statusCode, code }, 'Refused below HTTP');
  const body = JSON.stringify({ message, code, request_id: requestId });
  socket.on('error', () => undefined); // the other side need not listen
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\n` +
      `Cache-Control: private, no-cache\r\nAccess-Control-Allow-Origin: *\r\nX-Request-Id: ${requestId}\r\n${headers}` +
      `Date: ${new Date().toUTCString()}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    () => socket.destroy(),
  );
}
