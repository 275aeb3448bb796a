import { AsyncLocalStorage } from 'node:async_hooks';
import { Logger } from '@nestjs/common';
import {
  type Attributes,
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ConsoleSpanExporter,
  NodeTracerProvider,
  SimpleSpanProcessor,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-node';
import { LRUCache } from 'lru-cache';
import { Problem } from '../../core/model/errors.js';
import { withoutKeys } from './logging.js';
import { pathTemplate } from '../../rest/declare/operations.js';
import type { ApiRequest, ApiResponse } from '../../rest/responses/request.js';
import { sqlState } from '../../persistence/connection/postgres-errors.js';
import { Tracing } from '../../core/telemetry/tracing.js';
import { withTimeout } from '../../core/timing/with-timeout.js';
import { describeStatement, type StatementDescription } from './describe-statement.js';

/** Milliseconds: how long a shutdown waits for the collector, and the interval of warnings about an unreachable one. */
const SHUTDOWN_TIMEOUT = 2_000;
const WARN_EVERY = 5 * 60_000;
const MAX_LENGTH = 300;
const STATEMENTS = 1_000;
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT']);
const W3C = new W3CTraceContextPropagator();

/**
 * Records spans of requests, units of work, statements and jobs by the semantic conventions of OpenTelemetry. A span contains the
 * method, path and status of a request and the text of a statement, never query strings, headers, bodies or parameters.
 * Nothing is registered globally, because several applications may run in one process.
 */
export class OtelTracing extends Tracing {
  override readonly isOn = true;
  private readonly current = new AsyncLocalStorage<Span>();
  private readonly statements = new LRUCache<string, StatementDescription, { about: string | undefined }>({
    max: STATEMENTS,
    memoMethod: (sql, _, { context }) => describeStatement(sql, context.about),
  });
  private readonly provider: NodeTracerProvider;
  private readonly tracer: Tracer;

  /** @param continued whether to continue the trace of the client */
  constructor(
    exporter: 'otlp' | 'console',
    private readonly continued: boolean,
  ) {
    super();
    const name = resourceFromAttributes({ 'service.name': 'property-map-service' });
    this.provider = new NodeTracerProvider({
      resource: defaultResource()
        .merge(name)
        .merge(detectResources({ detectors: [envDetector] })),
      spanProcessors: [
        exporter === 'console'
          ? new SimpleSpanProcessor(new ConsoleSpanExporter())
          : new BatchSpanProcessor(limitWarnings(new OTLPTraceExporter())),
      ],
    });
    this.tracer = this.provider.getTracer('property-map-service');
  }

  override request(request: ApiRequest, response: ApiResponse, answer: () => void): void {
    const method = METHODS.has(request.method) ? request.method : '_OTHER';
    const attributes = { 'http.request.method': method, 'url.path': short(request.url.split(/[?#]/, 1)[0]!) };
    const parent = this.continued ? parentOf(request) : ROOT_CONTEXT;
    const span = this.tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
    request.traceId = span.spanContext().traceId;
    response.once('close', () => endRequest(span, method, request, response));
    this.current.run(span, answer);
  }

  override job<T>(name: string, work: () => Promise<T>): Promise<T> {
    return this.runInSpan(this.tracer.startSpan(`job ${name}`, {}, ROOT_CONTEXT), work);
  }

  override span<T>(name: string, attributes: Record<string, string>, work: () => Promise<T>): Promise<T> {
    return this.child(name, { attributes }, work);
  }

  override statement<T>(sql: string, work: () => Promise<T>, about?: string): Promise<T> {
    if (!this.current.getStore()) return work();
    const { name, text } = this.statements.memo(sql, { context: { about } });
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text };
    return this.child(name, { kind: SpanKind.CLIENT, attributes }, work);
  }

  override async onApplicationShutdown(): Promise<void> {
    await withTimeout(SHUTDOWN_TIMEOUT, this.provider.shutdown()).catch(() => undefined);
  }

  private child<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
    const parent = this.current.getStore();
    if (!parent) return work();
    return this.runInSpan(this.tracer.startSpan(name, options, trace.setSpan(ROOT_CONTEXT, parent)), work);
  }

  private async runInSpan<T>(span: Span, work: () => Promise<T>): Promise<T> {
    try {
      return await this.current.run(span, work);
    } catch (error) {
      span.setAttribute('error.type', typeOf(error));
      if (!(error instanceof Problem)) span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  }
}

function endRequest(span: Span, method: string, request: ApiRequest, response: ApiResponse): void {
  const { operation, requestId } = request;
  const attributes: Attributes = { 'network.protocol.version': request.httpVersion, 'app.request_id': requestId };
  if (request.base) attributes['url.scheme'] = request.base.split(':', 1)[0];
  if (operation) {
    const route = pathTemplate(operation);
    attributes['http.route'] = route;
    attributes['app.operation'] = operation.id;
    span.updateName(`${method} ${route}`);
  }
  const { statusCode } = response;
  const isComplete = response.writableFinished || statusCode >= 400;
  if (isComplete) attributes['http.response.status_code'] = statusCode;
  if (!isComplete || statusCode >= 500) attributes['error.type'] = isComplete ? String(statusCode) : 'unfinished';
  if (isComplete && statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttributes(attributes).end();
}

/** The parent span from W3C Trace Context headers; invalid headers are ignored. */
function parentOf({ headers }: ApiRequest): Context {
  const { traceparent, tracestate } = headers;
  const isForwarded = typeof tracestate === 'string' && withoutKeys(tracestate) === tracestate; // as received, so never with a key in it
  const carrier = { traceparent, ...(isForwarded && { tracestate }) };
  return W3C.extract(ROOT_CONTEXT, carrier, defaultTextMapGetter);
}

const short = (text: string): string => withoutKeys(text).slice(0, MAX_LENGTH);

/** The type of an error; its message may quote data. */
const typeOf = (error: unknown): string =>
  sqlState(error) ?? (error instanceof Problem ? error.code : error instanceof Error ? error.name : 'Error');

function limitWarnings(exporter: SpanExporter): SpanExporter {
  const logger = new Logger('Tracing');
  let warnedAt = -Infinity;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.error && performance.now() - warnedAt > WARN_EVERY) {
          warnedAt = performance.now();
          logger.warn({ spans: spans.length, text: result.error.message }, 'Spans could not be sent and were dropped');
        }
        done(result);
      });
    },
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  };
}
