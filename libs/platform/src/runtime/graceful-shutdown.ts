import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as TcpServer, type Socket } from 'node:net';

/**
 * Milliseconds. A proxy may be sending on a connection that looks idle, so only connections idle for `MIN_IDLE` are closed.
 * Requests in progress get `DRAIN_TIMEOUT`, slightly more than an upload may take.
 */
const MIN_IDLE = 1_000;
const DRAIN_TIMEOUT = 130_000;
const CHECK_EVERY = 50;

interface ConnectionState {
  inFlight: Set<ServerResponse>;
  bytesRead: number;
  at: number;
}

/** Closes the connections of a server without losing a request. Create it before the server listens. */
export class Connections {
  private readonly open = new Map<Socket, ConnectionState>();
  private isFinishing = false;

  constructor(private readonly server: Server) {
    server.on('connection', (socket: Socket) => {
      this.open.set(socket, { inFlight: new Set(), bytesRead: 0, at: performance.now() });
      socket.once('close', () => this.open.delete(socket));
    });
    server.prependListener('request', (request, response) => this.track(request, response));
  }

  /** Makes each response the last on its connection, so that proxies move to other servers. */
  finish(): void {
    this.isFinishing = true;
    for (const { inFlight } of this.open.values()) for (const response of inFlight) closeAfterResponse(response);
  }

  /** Stops accepting connections; resolves when all requests are completed and all connections closed. */
  async end(): Promise<void> {
    this.finish();
    // not `http.Server.close`, which closes idle connections at once and stops enforcing request timeouts
    const closed = new Promise<void>((resolve) => void TcpServer.prototype.close.call(this.server, () => resolve()));
    const since = performance.now();
    const timer = setInterval(() => this.closeIdle(since), CHECK_EVERY);
    await closed;
    clearInterval(timer);
  }

  private track({ socket }: IncomingMessage, response: ServerResponse): void {
    const connection = this.open.get(socket);
    if (!connection) return;
    connection.inFlight.add(response);
    if (this.isFinishing) closeAfterResponse(response);
    response.once('close', () => {
      connection.inFlight.delete(response);
      connection.at = performance.now();
    });
  }

  private closeIdle(since: number): void {
    const now = performance.now();
    for (const [socket, connection] of this.open) {
      if (socket.bytesRead !== connection.bytesRead) connection.at = now;
      connection.bytesRead = socket.bytesRead;
      const isIdle = connection.inFlight.size === 0 && now - Math.max(connection.at, since) > MIN_IDLE;
      if (isIdle || now - since > DRAIN_TIMEOUT) socket.destroy();
    }
  }
}

function closeAfterResponse(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}
