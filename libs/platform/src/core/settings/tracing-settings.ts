/** Tracing as set by the standard OpenTelemetry variables; its packages read sampling, naming and transport themselves. */
interface TracingSettings {
  exporter: 'otlp' | 'console' | undefined;
  /** whether requests continue the trace of their sender (W3C `traceparent`) */
  continued: boolean;
  /** unsupported settings, as `NAME=value` */
  ignored: string[];
}

/** @returns undefined when no variable enables tracing, or `OTEL_SDK_DISABLED` is set */
export function tracingSettings(env: NodeJS.ProcessEnv): TracingSettings | undefined {
  if (env['OTEL_SDK_DISABLED']?.trim().toLowerCase() === 'true') return undefined;
  const exporters = listed(env, 'OTEL_TRACES_EXPORTER');
  const endpoints = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'];
  const hasEndpoint = endpoints.some((name) => env[name]?.trim());
  if (exporters.includes('none') || (exporters.length === 0 && !hasEndpoint)) return undefined;
  const exporter =
    exporters.length === 0 ? 'otlp' : (['otlp', 'console'] as const).find((one) => exporters.includes(one));
  const unknown = exporters.filter((name) => name !== exporter);
  const protocol = endpoints.map((name) => name.replace('ENDPOINT', 'PROTOCOL')).find((name) => env[name]?.trim());
  return {
    exporter,
    continued: env['OTEL_PROPAGATORS'] === undefined || listed(env, 'OTEL_PROPAGATORS').includes('tracecontext'),
    ignored: [
      ...unknown.map((name) => `OTEL_TRACES_EXPORTER=${name}`),
      // Collectors accept JSON on the port for protobuf over HTTP, but use another one for gRPC.
      ...(exporter === 'otlp' && protocol && env[protocol] === 'grpc' ? [`${protocol}=grpc`] : []),
    ],
  };
}

const listed = (env: NodeJS.ProcessEnv, name: string): string[] =>
  (env[name] ?? '')
    .split(',')
    .map((each) => each.trim().toLowerCase())
    .filter(Boolean);
