import { setImmediate } from 'node:timers/promises';
import { Database } from '@app/platform/persistence';
import { migrate } from '@app/platform/runtime';
import { readSettings, type Settings } from '@app/platform/core';
import type { INestApplicationContext } from '@nestjs/common';
import { ALL_PERSISTENCE, openContexts } from './contexts.js';
import { closeToOthers, dataDirectory } from './data-directory.js';
import { startEmbeddedPostgres } from './embedded-postgres/embedded-postgres.js';
import { Interrupted } from './faults.js';
import type { Io } from './io.js';
import { step } from './progress.js';

/** All settings, checked before anything takes long. Without DATABASE_URL that of the embedded database comes later. */
export function settingsOf(io: Io, defaults: NodeJS.ProcessEnv = {}): Settings {
  const given = Object.fromEntries(Object.entries(io.env).filter(([, value]) => value));
  return readSettings({ DATABASE_URL: 'postgres://embedded', ...defaults, ...given, DATA_DIR: dataDirectory(io) });
}

export interface Connection {
  url: string;
  /** Leaves the database; an embedded one that nobody else uses stops. */
  leave(): Promise<void>;
}

/** The database of DATABASE_URL, else the embedded one: joined when it runs, started when it does not. */
export async function connect(io: Io): Promise<Connection> {
  closeToOthers(dataDirectory(io));
  const url = io.env['DATABASE_URL'];
  if (url) return { url, leave: async () => undefined };
  let report: (text: string) => void;
  const embedded = await step(io, 'Starting the database', (tell) => {
    report = (text) => tell(text.replace(/ ?\.+$/, ''));
    return startEmbeddedPostgres(dataDirectory(io), { onProgress: (text) => report(text) });
  });
  report = io.err; // what happens to it later on
  return { url: embedded.url, leave: () => embedded.stop() };
}

/** Brings the schemas of all contexts up to date. @returns the names of the migrations run */
export function migrateAll(io: Io, { poolSize }: Settings, url: string): Promise<string[]> {
  return step(io, 'Migrating the database', () => migrate({ url, poolSize, contexts: ALL_PERSISTENCE }));
}

/** Runs work against the database, and leaves it whatever happens, also when a signal comes. */
export async function withDatabase<T>(io: Io, work: (settings: Settings) => Promise<T>): Promise<T> {
  const settings = settingsOf(io);
  const connection = await connect(io);
  try {
    return await Promise.race([work({ ...settings, databaseUrl: connection.url }), interrupted(io.signal)]);
  } finally {
    await connection.leave();
  }
}

/** Runs work with all contexts, on a database that is up to date. */
export function withContexts<T>(io: Io, work: (app: INestApplicationContext) => Promise<T>): Promise<T> {
  return withDatabase(io, async (settings) => {
    await migrateAll(io, settings, settings.databaseUrl);
    return inContexts(settings, work);
  });
}

/** The same on a database that is known to be up to date. */
export async function inContexts<T>(
  settings: Settings,
  work: (app: INestApplicationContext) => Promise<T>,
): Promise<T> {
  const app = await openContexts(settings);
  try {
    const result = await work(app);
    await listenersDone(app.get(Database));
    return result;
  } finally {
    await app.close();
  }
}

/** What listeners do after a commit is not awaited by the event bus: they are done when no connection is in use. */
async function listenersDone({ pool }: Database): Promise<void> {
  for (let quiet = 0; quiet < 10; quiet++) {
    await setImmediate();
    if (pool.idleCount < pool.totalCount || pool.waitingCount > 0) quiet = 0;
  }
}

function interrupted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const stop = () => reject(new Interrupted());
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
