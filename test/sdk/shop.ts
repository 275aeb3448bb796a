import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** Another site: an empty page, and the modules of a folder. */
export class Shop {
  private constructor(private readonly server: Server) {}

  static async open(folder: string): Promise<Shop> {
    const server = createServer(({ url }, response) => {
      const isModule = url!.endsWith('.js');
      response.setHeader('Content-Type', isModule ? 'text/javascript' : 'text/html');
      response.end(isModule ? readFileSync(join(folder, url!)) : '<!doctype html><title>Shop</title>');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Shop(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }
}
