import { Logger } from '@nestjs/common';
import type { Settings } from '../../core/settings/settings.js';
import { Tracing } from '../../core/telemetry/tracing.js';

/** Loads the OpenTelemetry packages only when tracing is enabled. */
export async function openTracing({ tracing }: Settings): Promise<Tracing> {
  if (!tracing) return new Tracing();
  const logger = new Logger('Tracing');
  for (const text of tracing.ignored) logger.warn({ text }, 'A tracing setting is not supported and was ignored');
  if (!tracing.exporter) return new Tracing();
  const { OtelTracing } = await import('./opentelemetry.js');
  return new OtelTracing(tracing.exporter, tracing.continued);
}
