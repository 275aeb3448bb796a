import cluster from 'node:cluster';
import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { SchedulerRegistry } from '@nestjs/schedule';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { platformPersistence } from './platform.module.js';
import { Database } from '../persistence/connection/database.js';
import type { Persistence } from '../persistence/connection/persistence.js';
import { compareSchema, migrationNames, requireCurrent } from '../persistence/connection/migration-registry.js';
import { readSettings, SETTINGS, type Settings } from '../core/settings/settings.js';
import { Connections } from './graceful-shutdown.js';
import { Health } from './health.js';
import { exitCodeOf, operatorMessage, StartError } from './operator-message.js';
import { WorkerStartError, shareOf, STOP, Workers } from './workers.js';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

export interface Serving {
  /**
   * Shuts down without losing a request: ends readiness, serves for another `DRAIN_SECONDS`, stops accepting connections,
   * completes requests in progress, stops the jobs, and closes the connection pool.
   */
  stop(): Promise<void>;
}

/**
 * Checks the schema of the database; call it before creating the application.
 * @throws SchemaError when the database is newer than these contexts, or not migrated
 */
export async function requireSchema({ databaseUrl }: Settings, contexts: readonly Persistence[]): Promise<void> {
  requireCurrent(await compareSchema(databaseUrl, migrationNames([platformPersistence, ...contexts])));
}

/**
 * Starts to listen.
 * @param host restricts the address to listen on
 * @throws StartError for a port that is not available
 */
export async function serve(app: NestExpressApplication, port: number, host?: string): Promise<Serving> {
  const connections = new Connections(app.getHttpServer() as Server);
  try {
    await (host === undefined ? app.listen(port) : app.listen(port, host));
  } catch (error) {
    await app.close();
    throw portError(error as NodeJS.ErrnoException, port);
  }
  let stopped: Promise<void> | undefined;
  return { stop: () => (stopped ??= stop(app, connections)) };
}

async function stop(app: NestExpressApplication, connections: Connections): Promise<void> {
  app.get(Health).isStopping = true;
  connections.finish();
  await sleep(app.get<Settings>(SETTINGS).drainSeconds * 1000);
  await connections.end();
  const jobs = app.get(SchedulerRegistry, { strict: false });
  for (const name of jobs.getIntervals()) jobs.deleteInterval(name);
  await waitForIdle(app.get(Database));
  await app.close();
}

/** Waits for running jobs and listeners; other processes pick up the work that remains. */
async function waitForIdle({ pool }: Database): Promise<void> {
  const until = performance.now() + 10_000;
  for (let times = 0; times < 3 && performance.now() < until; times++) {
    await sleep(10);
    if (pool.idleCount < pool.totalCount || pool.waitingCount > 0) times = 0;
  }
}

/**
 * Runs a server until SIGTERM or SIGINT, then exits with 0. A failure to start is reported in one line. `WORKERS` sets the number
 * of processes (docs/decisions/0019-workers.md).
 */
export async function runServer(start: (settings: Settings) => Promise<Serving>): Promise<never> {
  let serving: Serving | undefined;
  let stopping = false;
  const onStop = (): void => {
    if (stopping || !serving) process.exit(stopping ? 1 : 0); // a second signal exits at once
    stopping = true;
    serving.stop().then(() => process.exit(0), fail);
  };
  // The primary stops its workers; they ignore signals, which Ctrl-C sends to all processes.
  for (const signal of SIGNALS) process.on(signal, cluster.isWorker ? () => undefined : onStop);
  if (cluster.isWorker) process.on('message', (message) => (message === STOP ? onStop() : undefined));
  try {
    const settings = readSettings(process.env);
    if (cluster.isWorker) serving = await start(shareOf(settings));
    else serving = settings.workers > 1 ? await startWorkers(settings) : await start(settings);
  } catch (error) {
    if (error instanceof WorkerStartError) process.exit(error.exitCode);
    fail(error);
  }
  return new Promise(() => undefined);
}

async function startWorkers(settings: Settings): Promise<Serving> {
  const workers = new Workers(settings);
  await workers.start();
  return workers;
}

function fail(error: unknown): never {
  process.stderr.write(`${operatorMessage(error) ?? (error as Error).stack ?? String(error)}\n`);
  process.exit(exitCodeOf(error));
}

function portError(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code === 'EADDRINUSE') return new StartError(`Port ${port} is in use: set a different port`);
  if (error.code === 'EACCES') return new StartError(`Port ${port} may not be used by this user: set a different port`);
  return error;
}
