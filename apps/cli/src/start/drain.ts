import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How long requests in flight may take at the end, and those whose first bytes are there. Milliseconds. */
const IN_FLIGHT = 70_000;
const ARRIVING = 1_000;

interface Use {
  requests: number;
  /** bytes read when the last answer was out: more means that a request is arriving */
  read: number;
}

/** Stops a server without losing a request and without waiting for idle connections. Make it before the server listens. */
export class Drain {
  private readonly sockets = new Map<Socket, Use>();
  private stopping = false;

  constructor(private readonly server: Server) {
    server.on('connection', (socket) => {
      this.sockets.set(socket, { requests: 0, read: 0 });
      socket.once('close', () => this.sockets.delete(socket));
    });
    server.prependListener('request', (request, response) => this.track(request, response));
  }

  /** Accepts no more connections; resolves when the last request is answered. */
  async stop(): Promise<void> {
    this.stopping = true;
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    for (const [socket, use] of this.sockets) if (isIdle(socket, use)) socket.destroy();
    const arriving = setTimeout(() => this.closeWhere(({ requests }) => requests === 0), ARRIVING);
    const limit = setTimeout(() => this.closeWhere(() => true), IN_FLIGHT);
    await closed;
    clearTimeout(arriving);
    clearTimeout(limit);
  }

  private track({ socket }: IncomingMessage, response: ServerResponse): void {
    const use = this.sockets.get(socket);
    if (!use) return;
    use.requests += 1;
    if (this.stopping) response.setHeader('Connection', 'close');
    response.once('close', () => {
      use.requests -= 1;
      use.read = socket.bytesRead;
      if (this.stopping && isIdle(socket, use)) socket.end();
    });
  }

  private closeWhere(condition: (use: Use) => boolean): void {
    for (const [socket, use] of this.sockets) if (condition(use)) socket.destroy();
  }
}

const isIdle = (socket: Socket, { requests, read }: Use): boolean => requests === 0 && socket.bytesRead <= read;
