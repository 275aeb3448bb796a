import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface RawAnswer {
  /** status line and headers as received */
  head: string;
  status: number;
  /** names in lower case; of repeated headers, the last */
  headers: Record<string, string>;
  bytes: Buffer;
  text: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests reach into answers of any shape
  body: any;
}

/** A raw connection, for requests that no HTTP client would send. */
export class Wire {
  private received = Buffer.alloc(0);
  ended = false;
  /** resolves the promise that `heard` waits for */
  private wake: () => void = () => undefined;

  private constructor(readonly socket: Socket) {
    socket.on('data', (bytes) => {
      this.received = Buffer.concat([this.received, bytes]);
      this.wake();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.ended = true;
      this.wake();
    });
  }

  static async to(base: string): Promise<Wire> {
    const { hostname, port } = new URL(base);
    const socket = connect(Number(port), hostname);
    socket.setNoDelay(true);
    await once(socket, 'connect');
    return new Wire(socket);
  }

  /** Sends lines joined and ended by CRLF, followed by an empty line. */
  head(...lines: string[]): this {
    return this.say(`${lines.join('\r\n')}\r\n\r\n`);
  }

  say(bytes: string | Buffer): this {
    this.socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
    return this;
  }

  /** The next response, including interim ones (1xx). */
  async answer({ bodiless = false, within = 5_000 } = {}): Promise<RawAnswer> {
    const until = Date.now() + within;
    for (;;) {
      const taken = this.take(bodiless);
      if (taken) return taken;
      if (this.ended) throw new Error(`The connection ended after: ${this.received.toString('latin1')}`);
      if (Date.now() > until) throw new Error(`No answer in ${within} ms, only: ${this.received.toString('latin1')}`);
      await this.heard(until);
    }
  }

  /** Everything that arrives until the connection ends. */
  async rest(within = 5_000): Promise<string> {
    const until = Date.now() + within;
    while (!this.ended) {
      if (Date.now() > until) throw new Error(`Still open after ${within} ms`);
      await this.heard(until);
    }
    return this.received.toString('latin1');
  }

  /** Whether nothing arrives for a while. */
  async silent(milliseconds: number): Promise<boolean> {
    await sleep(milliseconds);
    return this.received.length === 0 && !this.ended;
  }

  close(): void {
    this.socket.destroy();
  }

  /** Waits until something arrives, the connection ends, or the time is over. */
  private heard(until: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.max(0, until - Date.now()) + 1);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private take(bodiless: boolean): RawAnswer | undefined {
    const end = this.received.indexOf('\r\n\r\n');
    if (end < 0) return undefined;
    const head = this.received.toString('latin1', 0, end);
    const [first, ...lines] = head.split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first!)?.[1] ?? NaN);
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    );
    const length = bodiless || status < 200 || status === 304 ? 0 : Number(headers['content-length'] ?? 0);
    if (this.received.length < end + 4 + length) return undefined;
    const bytes = this.received.subarray(end + 4, end + 4 + length);
    const text = bytes.toString();
    this.received = this.received.subarray(end + 4 + length);
    const isJson =
      headers['content-type']?.startsWith('application/json') && text !== '' && !headers['content-encoding'];
    return { head, status, headers, bytes, text, body: isJson ? JSON.parse(text) : undefined };
  }
}
