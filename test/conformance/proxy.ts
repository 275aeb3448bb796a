import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request as send, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface Asked {
  method: string;
  /** including the query */
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface Answered {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** How a server is faulty: it misreads requests, or changes responses. */
export interface Fault {
  asked?(asked: Asked): void;
  answered?(answered: Answered, asked: Asked): void;
}

/** A proxy in front of a server that breaks one promise of the contract. */
export class Proxy {
  fault: Fault = {};

  private constructor(
    private readonly server: Server,
    private readonly target: URL,
  ) {
    server.on('request', async (request, response) => {
      const { method = '', url: path = '', headers } = request;
      const asked: Asked = { method, path, headers: { ...headers }, body: await buffer(request) };
      const original = structuredClone({ method, path, headers: asked.headers });
      this.fault.asked?.(asked);
      const answered = await this.pass(asked);
      this.fault.answered?.(answered, { ...original, body: asked.body });
      response.writeHead(answered.status, { ...answered.headers, connection: 'close' }).end(answered.body);
    });
  }

  static async open(target: string): Promise<Proxy> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Proxy(server, new URL(target));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }

  /** Forwards Host, so that addresses in responses are the proxy's. Uncompressed, because faults change bodies. */
  private async pass({ method, path, headers, body }: Asked): Promise<Answered> {
    const { 'transfer-encoding': _, 'accept-encoding': __, ...others } = headers;
    const { hostname, port } = this.target;
    const length = body.length > 0 || 'content-length' in headers ? { 'content-length': `${body.length}` } : {};
    const request = send({ hostname, port, method, path, headers: { ...others, ...length } });
    request.end(body);
    const [response] = (await once(request, 'response')) as [import('node:http').IncomingMessage];
    const { 'content-length': ___, 'transfer-encoding': ____, ...kept } = response.headers;
    return { status: response.statusCode!, headers: kept, body: await buffer(response) };
  }
}
