import { setImmediate } from 'node:timers/promises';
import { FileStore } from '@app/platform/files';
import { Database } from '@app/platform/persistence';
import { migrate, PlatformModule, platformPersistence } from '@app/platform/runtime';
import { type Settings } from '@app/platform/core';
import { type DynamicModule, type FactoryProvider, type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DATA_MODEL_CONTEXTS } from '../../data-models-api/src/app.module.js';
import { CONTEXTS } from '../../api/src/app.module.js';
import { withDatabase } from './connect.js';
import { DeferredFileStore } from './deferred-file-store.js';
import type { Io } from './io.js';
import { step } from './progress.js';

const ALL = [...CONTEXTS, ...DATA_MODEL_CONTEXTS];

/** What the contexts of both APIs keep in the database. */
export const PERSISTENCE = ALL.map(({ persistence }) => persistence);

/** The platform, and what it keeps with that of the contexts. */
export const ALL_PERSISTENCE = [platformPersistence, ...PERSISTENCE];

/** The contexts of both APIs in one process: what is declared together is made in one transaction. */
@Module({})
class ContextsModule {
  static forRoot(settings: Settings): DynamicModule {
    const platform = PlatformModule.forRoot(settings, PERSISTENCE);
    const providers = platform.providers!.map((each) => (isStore(each) ? { ...each, useFactory: held(each) } : each));
    return { module: ContextsModule, imports: [{ ...platform, providers }, ...ALL] };
  }
}

const isStore = (provider: object): provider is FactoryProvider<FileStore> =>
  (provider as Partial<FactoryProvider>).provide === FileStore;

const held =
  ({ useFactory }: FactoryProvider<FileStore>) =>
  async () =>
    new DeferredFileStore(await useFactory());

/** Nest's logger is one for the process: beside a server, contexts must not silence it. */
export type Logging = { logger: false } | { logger?: undefined };

/** The contexts without a server. Close it. */
export const openContexts = (
  settings: Settings,
  logging: Logging = { logger: false },
): Promise<INestApplicationContext> =>
  NestFactory.createApplicationContext(ContextsModule.forRoot(settings), { ...logging, abortOnError: false });

/** Brings the schemas of all contexts up to date. @returns the names of the migrations run */
export function migrateAll(io: Io, { poolSize }: Settings, url: string): Promise<string[]> {
  return step(io, 'Migrating the database', (tell) =>
    migrate({ url, poolSize, contexts: ALL_PERSISTENCE }, { onRetry: () => tell('a table is in use, trying again') }),
  );
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
  logging?: Logging,
): Promise<T> {
  const app = await openContexts(settings, logging);
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
