import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as TcpServer, type Socket } from 'node:net';

/**
 * Milliseconds. A proxy may be sending on a connection that looks idle from here: only one that has been silent for so long
 * is closed. And how long requests in flight may take at the end: a little more than an upload may.
 */
const SILENT = 1_000;
const LONGEST = 130_000;
const LOOK_EVERY = 50;

interface Use {
  inFlight: Set<ServerResponse>;
  bytesRead: number;
  /** when something last happened on it */
  at: number;
}

/** The connections of a server, ended without losing a request. Make it before the server listens. */
export class Connections {
  private readonly open = new Map<Socket, Use>();
  private last = false;

  constructor(private readonly server: Server) {
    server.on('connection', (socket: Socket) => {
      this.open.set(socket, { inFlight: new Set(), bytesRead: 0, at: performance.now() });
      socket.once('close', () => this.open.delete(socket));
    });
    server.prependListener('request', (request, response) => this.track(request, response));
  }

  /** From now on each answer is the last on its connection: a proxy turns to others by itself. */
  finish(): void {
    this.last = true;
    for (const { inFlight } of this.open.values()) for (const response of inFlight) isLast(response);
  }

  /** Accepts no more connections; resolves when all requests are answered and all connections closed. */
  async end(): Promise<void> {
    this.finish();
    // not http's own way to close, which cuts idle connections at once, and no longer ends requests that take too long
    const closed = new Promise<void>((resolve) => void TcpServer.prototype.close.call(this.server, () => resolve()));
    const since = performance.now();
    const timer = setInterval(() => this.closeSilent(since), LOOK_EVERY);
    await closed;
    clearInterval(timer);
  }

  private track({ socket }: IncomingMessage, response: ServerResponse): void {
    const use = this.open.get(socket);
    if (!use) return;
    use.inFlight.add(response);
    if (this.last) isLast(response);
    response.once('close', () => {
      use.inFlight.delete(response);
      use.at = performance.now();
    });
  }

  private closeSilent(since: number): void {
    const now = performance.now();
    for (const [socket, use] of this.open) {
      if (socket.bytesRead !== use.bytesRead) use.at = now;
      use.bytesRead = socket.bytesRead;
      const silent = use.inFlight.size === 0 && now - Math.max(use.at, since) > SILENT;
      if (silent || now - since > LONGEST) socket.destroy();
    }
  }
}

function isLast(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}
