import { Injectable } from '@nestjs/common';
import { Operations } from '../../rest/declare/operations.js';
import type { ApiRequest, ApiResponse } from '../../rest/responses/request.js';
import { Histogram, Metrics, type Sample } from '../../core/telemetry/metrics.js';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);
/** Status classes; `unfinished` means that the client disconnected early. */
const CLASSES = ['unfinished', '1xx', '2xx', '3xx', '4xx', '5xx'];
const SUCCESS = CLASSES.indexOf('2xx');
/** Requests without an operation: unknown paths, documentation, CORS. */
const NONE = 'none';
/** Not an operation, but documented with them. */
const FILE = 'get-file';

/** Request metrics by operation. Labels are constants of the code, never client input. */
@Injectable()
export class RequestMetrics {
  /** operation -> method -> status class */
  private readonly durations = new Map<string, Map<string, Histogram[]>>();
  private inFlight = 0;
  private rateLimited = 0;
  /** One listener for all responses, which receives the response as `this`. */
  private readonly closed: (this: ApiResponse) => void;

  constructor(
    metrics: Metrics,
    private readonly operations: Operations,
  ) {
    const requests = this; // eslint-disable-line @typescript-eslint/no-this-alias
    this.closed = function () {
      requests.end(this);
    };
    metrics.add(
      'histogram',
      'http_request_duration_seconds',
      'From the headers of a request to the last byte of its response',
      () => this.histograms(),
    );
    metrics.gauge('http_requests_in_flight', 'Requests in progress', () => this.inFlight);
    metrics.add('counter', 'http_rate_limited_total', 'Requests rejected by a rate limit (429)', () => [
      { value: this.rateLimited },
    ]);
  }

  /** Creates a series per operation, so that rates include its first request; call it when all operations are registered. */
  compile(): void {
    for (const { id, method } of this.operations.all) this.duration(id, method, SUCCESS);
    this.duration(FILE, 'GET', SUCCESS);
    this.duration(NONE, 'GET', SUCCESS);
  }

  begin(request: ApiRequest, response: ApiResponse): void {
    request.startedAt = performance.now();
    this.inFlight += 1;
    response.on('close', this.closed);
  }

  private end(response: ApiResponse): void {
    const { method, operation, startedAt } = response.req as ApiRequest;
    const { statusCode } = response;
    this.inFlight -= 1;
    if (statusCode === 429) this.rateLimited += 1;
    const isAnswered = response.writableFinished || statusCode >= 400;
    this.duration(operation?.id ?? NONE, METHODS.has(method) ? method : 'other', isAnswered ? Math.floor(statusCode / 100) : 0)
      .observe((performance.now() - startedAt) / 1000); // oxfmt-ignore
  }

  private duration(operation: string, method: string, status: number): Histogram {
    let methods = this.durations.get(operation);
    if (!methods) this.durations.set(operation, (methods = new Map()));
    let classes = methods.get(method);
    if (!classes) methods.set(method, (classes = []));
    return (classes[status] ??= new Histogram(SECONDS));
  }

  private histograms(): Sample[] {
    return [...this.durations].flatMap(([operation, methods]) =>
      [...methods].flatMap(([method, classes]) =>
        classes.flatMap((value, at) => ({ labels: { method, operation, status: CLASSES[at]! }, value })),
      ),
    );
  }
}
