import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Settings, Workers } from '@app/kernel';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createAi } from '../../../ai/src/main.js';
import { createApi } from '../../../api/src/main.js';
import { Drain } from './drain.js';
import { portFault } from './ports.js';

/** An API that listens. */
export interface Running {
  /** not of one that has several processes */
  app?: NestExpressApplication;
  port: number;
  /** Answers what is in flight, then closes everything. */
  stop(): Promise<void>;
}

/** @param host for a server that others must not reach */
export const startApi = async (settings: Settings, host?: string): Promise<Running> =>
  listen(await createApi(settings), 'PORT', settings.port, host);

/** The main API in processes of its own, as many as `WORKERS` says. */
export async function startApiWorkers(settings: Settings, env: NodeJS.ProcessEnv): Promise<Running> {
  const { databaseUrl, dataDir, logLevel } = settings;
  const workers = new Workers(settings, {
    file: join(import.meta.dirname, '../../../api/src/main.js'),
    env: { ...env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, LOG_LEVEL: logLevel },
  });
  return { port: await workers.start(), stop: () => workers.stop() };
}

export const startAi = async (settings: Settings): Promise<Running> =>
  listen(await createAi(settings), 'AI_PORT', settings.aiPort);

async function listen(app: NestExpressApplication, name: string, port: number, host = ''): Promise<Running> {
  const server = app.getHttpServer();
  const drain = new Drain(server);
  const stop = async (): Promise<void> => {
    await drain.stop();
    await app.close();
  };
  try {
    await (host ? app.listen(port, host) : app.listen(port));
  } catch (error) {
    await app.close();
    throw portFault(name, port, error as NodeJS.ErrnoException);
  }
  return { app, port: (server.address() as AddressInfo).port, stop };
}
