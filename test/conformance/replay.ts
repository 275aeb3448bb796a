import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Exchange {
  request: { method: string; url: string; headers: Record<string, string> };
  response: { status: number; headers: Record<string, string>; body?: string; base64?: string };
}

const SERVER = '{server}';
const KEY = '{key}';

/** Normalises a request: a page size that holds everything and the first page are the default. */
function questionOf(method: string, path: string): string {
  const { pathname, searchParams } = new URL(path, 'http://server');
  if (searchParams.get('per-page') === '1000') searchParams.delete('per-page');
  if (searchParams.get('page') === '1') searchParams.delete('page');
  if (searchParams.get('flat-pricing') === 'false') searchParams.set('flat-pricing', '0');
  searchParams.sort();
  return `${method} ${pathname}?${searchParams}`;
}

/** A server that responds to requests with the right key as recorded, and to anything else with 404. */
export class Replay {
  /** requested paths that were not recorded */
  readonly unknown: string[] = [];
  readonly asked: string[] = [];
  private readonly answers = new Map<string, Exchange['response']>();

  private constructor(
    private readonly server: Server,
    recording: string,
    private readonly key: string,
  ) {
    for (const line of readFileSync(recording, 'utf8').trimEnd().split('\n')) {
      const { request, response } = JSON.parse(line) as Exchange;
      if (request.headers['API-Key'] !== KEY) continue;
      this.answers.set(questionOf(request.method, request.url.replace(SERVER, '')), response);
    }
    server.on('request', (request: IncomingMessage, response) => {
      const { status, headers, body } = this.answer(request);
      response.writeHead(status, headers).end(body);
    });
  }

  /** @param key replaces the key of the recording */
  static async open(recording: string, key: string): Promise<Replay> {
    const server = createServer();
    const replay = new Replay(server, recording, key);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return replay;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }

  private answer({ method = '', url = '', headers }: IncomingMessage) {
    const json = { 'content-type': 'application/json' };
    if (headers['api-key'] !== this.key)
      return { status: 401, headers: json, body: '{"message":"Invalid authentication credentials"}' };
    this.asked.push(url);
    const recorded = this.answers.get(questionOf(method, url));
    if (!recorded) {
      this.unknown.push(url);
      return { status: 404, headers: json, body: '{"message":"Not recorded"}' };
    }
    const { status, body = '', base64 } = recorded;
    const text = body.replaceAll(SERVER, this.url);
    return { status, headers: recorded.headers, body: base64 === undefined ? text : Buffer.from(base64, 'base64') };
  }
}
