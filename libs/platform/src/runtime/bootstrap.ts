import cluster from 'node:cluster';
import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { SchedulerRegistry } from '@nestjs/schedule';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { platformPersistence } from './platform.module.js';
import { Database } from '../persistence/database.js';
import type { Persistence } from '../persistence/persistence.js';
import { compareSchema, namesOf, requireCurrent } from '../persistence/migration-registry.js';
import { readSettings, type Settings } from '../core/settings.js';
import { SETTINGS } from '../core/tokens.js';
import { Connections } from './graceful-shutdown.js';
import { Health } from './health.js';
import { exitCodeOf, operatorMessage, StartError } from './operator-message.js';
import { NotStarted, shareOf, STOP, Workers } from './workers.js';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/** A server that listens. */
export interface Serving {
  /**
   * Ends it so that no request is lost: it is not ready any more, takes requests for `DRAIN_SECONDS` still, then no more
   * connections; answers what is in flight; stops its jobs; closes the database's pool.
   */
  stop(): Promise<void>;
}

/**
 * Before anything is made of them.
 * @throws SchemaError when the database is newer than these contexts, or not migrated
 */
export async function requireSchema({ databaseUrl }: Settings, contexts: readonly Persistence[]): Promise<void> {
  requireCurrent(await compareSchema(databaseUrl, namesOf([platformPersistence, ...contexts])));
}

/**
 * Listens.
 * @param host for a server that others must not reach
 * @throws StartError for a port that cannot be had
 */
export async function serve(app: NestExpressApplication, port: number, host?: string): Promise<Serving> {
  const connections = new Connections(app.getHttpServer() as Server);
  try {
    await (host === undefined ? app.listen(port) : app.listen(port, host));
  } catch (error) {
    await app.close();
    throw portFault(error as NodeJS.ErrnoException, port);
  }
  let stopped: Promise<void> | undefined;
  return { stop: () => (stopped ??= stop(app, connections)) };
}

async function stop(app: NestExpressApplication, connections: Connections): Promise<void> {
  app.get(Health).end();
  connections.finish();
  await pause(app.get<Settings>(SETTINGS).drainSeconds * 1000);
  await connections.end();
  const jobs = app.get(SchedulerRegistry, { strict: false });
  for (const name of jobs.getIntervals()) jobs.deleteInterval(name);
  await quiet(app.get(Database));
  await app.close();
}

/** What jobs and listeners have begun gets its time; what they leave is found by those of other processes. */
async function quiet({ pool }: Database): Promise<void> {
  const until = performance.now() + 10_000;
  for (let times = 0; times < 3 && performance.now() < until; times++) {
    await pause(10);
    if (pool.idleCount < pool.totalCount || pool.waitingCount > 0) times = 0;
  }
}

/**
 * The program of one server: serves until SIGTERM or SIGINT, and ends with 0. What keeps it from starting is told in one
 * line. With `WORKERS` it serves by so many processes (docs/decisions/0019-workers.md).
 */
export async function runServer(start: (settings: Settings) => Promise<Serving>): Promise<never> {
  if (cluster.isWorker) return runWorker(start);
  let serving: Serving | undefined;
  let stopping = false;
  const onSignal = (): void => {
    if (stopping || !serving) process.exit(stopping ? 1 : 0); // twice: at once
    stopping = true;
    serving.stop().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  try {
    const settings = readSettings(process.env);
    serving = settings.workers > 1 ? await startWorkers(settings) : await start(settings);
  } catch (error) {
    if (error instanceof NotStarted) process.exit(error.exitCode);
    fail(error);
  }
  return new Promise(() => undefined);
}

async function startWorkers(settings: Settings): Promise<Serving> {
  const workers = new Workers(settings);
  await workers.start();
  return workers;
}

/** One of several: it stops when the primary says so. A Ctrl-C of the terminal reaches it too, and is not meant for it. */
async function runWorker(start: (settings: Settings) => Promise<Serving>): Promise<never> {
  let serving: Serving | undefined;
  for (const signal of SIGNALS) process.on(signal, () => undefined);
  process.on('message', (message) => {
    if (message !== STOP) return;
    if (!serving) process.exit(0);
    serving.stop().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  });
  try {
    serving = await start(shareOf(readSettings(process.env)));
  } catch (error) {
    fail(error);
  }
  return new Promise(() => undefined);
}

function fail(error: unknown): never {
  process.stderr.write(`${operatorMessage(error) ?? (error as Error).stack ?? String(error)}\n`);
  process.exit(exitCodeOf(error));
}

function portFault(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code === 'EADDRINUSE') return new StartError(`Port ${port} is in use: set another`);
  if (error.code === 'EACCES') return new StartError(`Port ${port} may not be used by this user: set another`);
  return error;
}
