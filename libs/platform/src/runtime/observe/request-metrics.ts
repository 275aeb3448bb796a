import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram } from 'prom-client';
import { Metrics } from '../../core/telemetry/metrics.js';
import { Operations } from '../../rest/declare/operations.js';
import type { ApiRequest, ApiResponse } from '../../rest/responses/request.js';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);
/** Requests without an operation: unknown paths, documentation, CORS. */
const NONE = 'none';
/** Not an operation, but documented with them. */
const FILE = 'get-file';

/** Request metrics by operation. Labels are constants of the code, never client input. */
@Injectable()
export class RequestMetrics {
  private readonly durations;
  private readonly inFlight;
  private readonly rateLimited;

  constructor(
    metrics: Metrics,
    private readonly operations: Operations,
  ) {
    const registers = [metrics];
    this.durations = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'From the headers of a request to the last byte of its response',
      labelNames: ['method', 'operation', 'status'],
      buckets: SECONDS,
      registers,
    });
    this.inFlight = new Gauge({ name: 'http_requests_in_flight', help: 'Requests in progress', registers });
    this.rateLimited = new Counter({
      name: 'http_rate_limited_total',
      help: 'Requests rejected by a rate limit (429)',
      registers,
    });
  }

  /** Creates a series per operation, so that rates include its first request; call it when all operations are registered. */
  compile(): void {
    const unnamed = [FILE, NONE].map((id) => ({ id, method: 'GET' }));
    for (const { id, method } of [...this.operations.all, ...unnamed])
      this.durations.zero({ operation: id, method, status: '2xx' });
  }

  begin(request: ApiRequest, response: ApiResponse): void {
    const startedAt = performance.now();
    this.inFlight.inc();
    response.once('close', () => this.end(request, response, startedAt));
  }

  private end({ method, operation }: ApiRequest, response: ApiResponse, startedAt: number): void {
    const { statusCode } = response;
    this.inFlight.dec();
    if (statusCode === 429) this.rateLimited.inc();
    const isComplete = response.writableFinished || statusCode >= 400;
    const labels = {
      operation: operation?.id ?? NONE,
      method: METHODS.has(method) ? method : 'other',
      status: isComplete ? `${Math.floor(statusCode / 100)}xx` : 'unfinished', // the client disconnected early
    };
    this.durations.observe(labels, (performance.now() - startedAt) / 1000);
  }
}
