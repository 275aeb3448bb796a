import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A proxy between a server and its database that simulates network failures. */
export class DatabaseProxy {
  /** milliseconds that each packet waits */
  lag = 0;
  private swallowing = false;
  private readonly pairs = new Set<[Socket, Socket]>();
  private readonly server: Server;

  private constructor(private readonly target: URL) {
    this.server = createServer((client) => this.join(client));
  }

  static async to(databaseUrl: string): Promise<DatabaseProxy> {
    const proxy = new DatabaseProxy(new URL(databaseUrl));
    await once(proxy.server.listen(0, '127.0.0.1'), 'listening');
    return proxy;
  }

  get url(): string {
    const url = new URL(this.target);
    url.host = `127.0.0.1:${this.port}`;
    return url.href;
  }

  get connections(): number {
    return this.pairs.size;
  }

  /** Breaks all connections, and accepts new ones. */
  cut(): void {
    for (const pair of this.pairs) for (const socket of pair) socket.resetAndDestroy();
  }

  /** Breaks all connections, and refuses new ones. */
  async refuse(): Promise<void> {
    const port = this.port;
    const closed = once(this.server.close(), 'close');
    this.cut();
    await closed;
    this.reopen = async () => void (await once(this.server.listen(port, '127.0.0.1'), 'listening'));
  }

  /** Accepts connections and data, but forwards nothing. */
  swallow(): void {
    this.swallowing = true;
  }

  /** Forwards again; what arrived meanwhile is lost. */
  async restore(): Promise<void> {
    if (this.swallowing) this.cut();
    this.swallowing = false;
    this.lag = 0;
    await this.reopen();
    this.reopen = async () => undefined;
  }

  async close(): Promise<void> {
    await this.restore();
    this.cut();
    this.server.close();
  }

  private reopen = async (): Promise<void> => undefined;

  private get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  private join(client: Socket): void {
    const database = connect(Number(this.target.port), this.target.hostname);
    const pair: [Socket, Socket] = [client, database];
    this.pairs.add(pair);
    this.carry(client, database);
    this.carry(database, client);
    for (const socket of pair) {
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.pairs.delete(pair);
        for (const each of pair) each.destroy();
      });
    }
  }

  private carry(from: Socket, to: Socket): void {
    let carried = Promise.resolve();
    from.on('data', (bytes) => {
      if (this.swallowing) return;
      carried = carried.then(async () => {
        if (this.lag > 0) await sleep(this.lag);
        if (!this.swallowing && !to.destroyed) to.write(bytes);
      });
    });
  }
}
