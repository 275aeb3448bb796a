import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  event: { id: string; type: string; asset_id: string; sequence: number; data: Record<string, unknown> };
}

type Respond = (received: Received, response: ServerResponse) => void;

/** Receives webhooks; each path may have its own behaviour, and by default responds with 204. */
export class Receiver {
  readonly received: Received[] = [];
  private readonly paths = new Map<string, Respond>();
  private server: Server;
  private woken: (() => void)[] = [];

  async open(): Promise<this> {
    this.server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString();
        const event = JSON.parse(body) as Received['event'];
        const received = { path: request.url!, headers: request.headers, body, event };
        this.received.push(received);
        (this.paths.get(request.url!) ?? accept)(received, response);
        for (const wake of this.woken.splice(0)) wake();
      });
    });
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  /** @returns the URL of a path that responds so */
  on(path: string, respond: Respond = accept): string {
    this.paths.set(path, respond);
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${path}`;
  }

  at(path: string): Received[] {
    return this.received.filter((each) => each.path === path);
  }

  /** Until a path has received so many requests. */
  async until(path: string, count: number): Promise<Received[]> {
    while (this.at(path).length < count) await new Promise<void>((resolve) => this.woken.push(resolve));
    return this.at(path);
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

const accept: Respond = (_, response) => void response.writeHead(204).end();

/** Responds with a status. */
export const answering =
  (status: number, headers: Record<string, string> = {}, text = ''): Respond =>
  (_, response) =>
    void response.writeHead(status, headers).end(text);
