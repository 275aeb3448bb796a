import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { serve, type Serving, Workers } from '@app/platform/runtime';
import { type Settings } from '@app/platform/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createDataModelsApi } from '../../../data-models-api/src/create-api.js';
import { createApi } from '../../../api/src/create-api.js';
import { ROOT } from '../root.js';

/** A running API. */
export interface Running extends Serving {
  /** undefined if the API has several processes */
  app?: NestExpressApplication;
  port: number;
}

/** @param host restricts the server to an interface */
export const startApi = async (settings: Settings, host?: string): Promise<Running> =>
  listen(await createApi(settings), settings.port, host);

/** Starts the main API in `WORKERS` processes. */
export async function startApiWorkers(settings: Settings, env: NodeJS.ProcessEnv): Promise<Running> {
  const { databaseUrl, dataDir, logLevel, logFile } = settings;
  const workers = new Workers(settings, {
    file: join(ROOT, 'dist/apps/api/src/main.js'),
    env: { ...env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, LOG_LEVEL: logLevel, LOG_FILE: logFile },
  });
  return { port: await workers.start(), stop: () => workers.stop() };
}

export const startAi = async (settings: Settings): Promise<Running> =>
  listen(await createDataModelsApi(settings), settings.aiPort);

async function listen(app: NestExpressApplication, port: number, host?: string): Promise<Running> {
  const { stop } = await serve(app, port, host);
  const { port: chosen } = (app.getHttpServer() as Server).address() as AddressInfo;
  return { app, port: chosen, stop };
}
