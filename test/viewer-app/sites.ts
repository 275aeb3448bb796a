import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Page {
  body: string;
  type?: string;
  headers?: Record<string, string>;
  /** responds only after this has settled */
  after?: Promise<unknown>;
}

/** A site: to a browser, other host names are other sites, and other ports other origins. */
export class Site {
  readonly pages = new Map<string, Page>();
  readonly #server: Server;

  private constructor(
    readonly origin: string,
    server: Server,
  ) {
    this.#server = server;
    server.on('request', (request, response) => {
      const page = this.pages.get(new URL(request.url ?? '/', origin).pathname);
      void Promise.resolve(page?.after).then(() => {
        const type = page?.type ?? 'text/html';
        response.writeHead(page ? 200 : 404, { 'Content-Type': `${type}; charset=utf-8`, ...page?.headers });
        response.end(page?.body);
      });
    });
  }

  static async open(name: 'localhost' | '127.0.0.1'): Promise<Site> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Site(`http://${name}:${(server.address() as AddressInfo).port}`, server);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((settle) => this.#server.close(settle));
  }
}
