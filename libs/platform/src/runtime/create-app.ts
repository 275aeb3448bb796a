import type { DynamicModule, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Metrics } from '../core/telemetry/metrics.js';
import type { Settings } from '../core/settings/settings.js';
import { FileStore } from '../files/file-store.js';
import { ApiAdapter } from '../rest/serve/api.adapter.js';
import { ProblemFilter } from '../rest/responses/problem.filter.js';
import { serveFiles } from '../rest/serve/serve-files.js';
import { checkConnections } from './connection-check.js';
import { logOutput } from './observe/log-output.js';
import { JsonLog } from './observe/logging.js';
import { serveMetrics } from './observe/metrics-endpoint.js';
import { RequestReceiver } from './request-receiver.js';

export async function createServer(
  root: Type | DynamicModule,
  settings: Settings,
  /** adds routes that are not operations, before `init`, which registers the 404 handler last */
  extend: (app: NestExpressApplication) => void = () => undefined,
): Promise<NestExpressApplication> {
  const adapter = new ApiAdapter();
  const logger = new JsonLog(settings.logLevel, logOutput(settings.logFile));
  const app = await NestFactory.create<NestExpressApplication>(root, adapter, {
    bodyParser: false, // OperationInterceptor reads bodies, after the access checks
    abortOnError: false,
    forceCloseConnections: false,
    logger,
  });
  // Express's own setting has no effect, because Nest's adapter has already created the router.
  adapter.getInstance<{ router: { caseSensitive: boolean } }>().router.caseSensitive = true;
  app.set('etag', false);
  app.disable('x-powered-by');
  app.use('/files', serveFiles(app.get(FileStore)));
  if (settings.metrics) app.use('/metrics', serveMetrics(app.get(Metrics), settings.metricsToken));
  app.useGlobalFilters(new ProblemFilter());
  extend(app);
  try {
    await app.init();
  } catch (error) {
    await app.close().catch(() => undefined); // its jobs would keep the process alive
    throw error;
  }
  app.get(RequestReceiver).install();
  checkConnections(app, settings, logger).catch(() => undefined); // readiness reports an unreachable database
  return app;
}
