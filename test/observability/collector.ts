import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface SentSpan {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId: string;
  traceState: string;
  attributes: Record<string, string | number | boolean>;
  failed: boolean;
  ms: number;
  resource: Record<string, string | number | boolean>;
}

interface Value {
  stringValue?: string;
  intValue?: string | number;
  doubleValue?: number;
  boolValue?: boolean;
}
type Attributes = { key: string; value: Value }[];

/** A collector that receives spans by OTLP over HTTP, in JSON. */
export class Collector {
  readonly spans: SentSpan[] = [];
  /** requests as received: targets, headers, bodies */
  raw = '';
  private readonly faults: string[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<Collector> {
    const server = createServer();
    const collector = new Collector(server);
    server.on('request', (request: IncomingMessage, response) => {
      void collector
        .take(request)
        .then(() => response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}'));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Waits for the first such span. */
  async span(wanted: (span: SentSpan) => boolean): Promise<SentSpan> {
    for (let tries = 0; tries < 400; tries++) {
      const found = this.spans.find(wanted);
      if (found) return found;
      await sleep(25);
    }
    throw new Error(`No such span; there are: ${this.spans.map(({ name }) => name).join(', ')}`);
  }

  /** The spans of a trace, once that of its request has arrived: it ends last, so it arrives last. */
  async trace(traceId: string): Promise<SentSpan[]> {
    await this.span((span) => span.traceId === traceId && span.kind === 2);
    return this.spans.filter((span) => span.traceId === traceId);
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
    if (this.faults.length > 0) throw new Error(this.faults.join('\n'));
  }

  private async take(request: IncomingMessage): Promise<void> {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    this.raw += `${request.method} ${request.url}\n${JSON.stringify(request.headers)}\n${body}\n`;
    if (
      request.method !== 'POST' ||
      request.url !== '/v1/traces' ||
      request.headers['content-type'] !== 'application/json'
    )
      this.faults.push(`No export of spans: ${request.method} ${request.url} ${request.headers['content-type']}`);
    for (const { resource, scopeSpans } of JSON.parse(body).resourceSpans)
      for (const { spans } of scopeSpans)
        for (const span of spans) this.spans.push(spanOf(span, attributesOf(resource.attributes)));
  }
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- as it came
function spanOf(span: any, resource: SentSpan['resource']): SentSpan {
  const { name, kind, traceId, spanId, parentSpanId = '', traceState = '', attributes, status } = span;
  const ms = Number(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)) / 1e6;
  const failed = status?.code === 2;
  return {
    name,
    kind,
    traceId,
    spanId,
    parentSpanId,
    traceState,
    failed,
    ms,
    resource,
    attributes: attributesOf(attributes),
  };
}

const attributesOf = (attributes: Attributes) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? value.boolValue ?? Number(value.intValue ?? value.doubleValue),
    ]),
  );
