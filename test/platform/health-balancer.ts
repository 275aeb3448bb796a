import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

interface Backend {
  base: string;
  isReady: boolean;
}

/**
 * A load balancer for tests: sends each request to a ready replica over persistent connections, and
 * to another one only if it cannot connect to the first. Any other failure is a 502.
 */
export class Balancer {
  private readonly agent = new Agent({ keepAlive: true });
  private readonly timer: NodeJS.Timeout;
  private turn = 0;

  private constructor(
    private readonly server: Server,
    private readonly backends: Backend[],
    probeEvery: number,
  ) {
    server.on('request', (incoming, response) => void this.forward(incoming, response));
    this.timer = setInterval(() => this.backends.forEach((backend) => void probe(backend)), probeEvery);
  }

  /** @param probeEvery milliseconds */
  static async start(bases: string[], probeEvery: number): Promise<Balancer> {
    const backends = bases.map((base) => ({ base, isReady: true }));
    const balancer = new Balancer(createServer(), backends, probeEvery);
    balancer.server.listen(0, '127.0.0.1');
    await once(balancer.server, 'listening');
    return balancer;
  }

  get base(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Replaces one of the servers. */
  replace(at: number, base: string): void {
    this.backends[at] = { base, isReady: true };
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    this.agent.destroy();
    await new Promise((done) => {
      this.server.close(done);
      this.server.closeAllConnections();
    });
  }

  private async forward(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const ready = this.backends.filter(({ isReady }) => isReady);
    const first = this.turn++ % Math.max(1, ready.length);
    this.attempt([...ready.slice(first), ...ready.slice(0, first)], incoming, Buffer.concat(chunks), response);
  }

  private attempt(
    [backend, ...others]: Backend[],
    incoming: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
  ): void {
    if (!backend) return void response.writeHead(502).end('no backend');
    const { method, headers, url } = incoming;
    const forwarded = request(`${backend.base}${url}`, { method, headers, agent: this.agent }, (answer) => {
      const { connection, ...kept } = answer.headers;
      response.writeHead(answer.statusCode!, kept);
      answer.pipe(response).on('error', () => response.destroy());
      answer.on('aborted', () => response.destroy());
    });
    forwarded.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') return this.attempt(others, incoming, body, response);
      response.writeHead(502).end(`${error.code} ${forwarded.reusedSocket ? 'reused' : 'new'}`);
    });
    forwarded.end(body);
  }
}

async function probe(backend: Backend): Promise<void> {
  const answer = await fetch(`${backend.base}/health/ready`).catch(() => undefined);
  backend.isReady = answer?.ok ?? false;
  await answer?.text();
}
