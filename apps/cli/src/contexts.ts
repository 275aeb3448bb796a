import { setImmediate } from 'node:timers/promises';
import { type FileStore, fileStoreOf } from '@app/platform/files';
import { Database, type Persistence } from '@app/platform/persistence';
import { migrate, PlatformModule, platformPersistence } from '@app/platform/runtime';
import { type Settings } from '@app/platform/core';
import type { ProvisionedSet } from '@app/platform/resources';
import { type DynamicModule, type INestApplicationContext, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DATA_MODEL_CONTEXTS } from '../../data-models-api/src/app.module.js';
import { CONTEXTS } from '../../api/src/app.module.js';
import { withDatabase } from './connect.js';
import { DeferredFileStore } from './deferred-file-store.js';
import type { Io } from './io.js';
import { step } from './progress.js';

interface Context extends Type {
  persistence: Persistence;
  provisioned?: readonly ProvisionedSet[];
}

const ALL: readonly Context[] = [...CONTEXTS, ...DATA_MODEL_CONTEXTS];

/** Schemas and migrations of the contexts of both APIs. */
export const PERSISTENCE = ALL.map(({ persistence }) => persistence);

/** Schemas and migrations of the platform and all contexts. */
export const ALL_PERSISTENCE = [platformPersistence, ...PERSISTENCE];

/** The resources that provision files and exports contain, and `import service` copies, without a section of their own. */
export const PROVISIONED: readonly ProvisionedSet[] = ALL.flatMap(({ provisioned = [] }) => provisioned);

/** The contexts of both APIs in one process, so that a provision file is applied in one transaction. */
@Module({})
class ContextsModule {
  static forRoot(settings: Settings, contexts: readonly Context[]): DynamicModule {
    const persistence = contexts.map((context) => context.persistence);
    const platform = PlatformModule.forRoot(settings, persistence, openFileStore);
    return { module: ContextsModule, imports: [platform, ...contexts] };
  }
}

const openFileStore = async (settings: Settings): Promise<FileStore> =>
  new DeferredFileStore(await fileStoreOf(settings));

/** Nest has one logger per process, so contexts next to a running server must not turn it off. */
type Logging = { logger: false } | { logger?: undefined };

/** Creates an application context without a server. Close it after use. */
export const openContexts = (
  settings: Settings,
  logging: Logging = { logger: false },
  contexts: readonly Context[] = ALL,
): Promise<INestApplicationContext> =>
  NestFactory.createApplicationContext(ContextsModule.forRoot(settings, contexts), { ...logging, abortOnError: false });

/** Runs the pending migrations of all contexts. @param exclusive whether servers must be stopped @returns their names */
export function migrateAll(io: Io, { poolSize }: Settings, url: string, exclusive = true): Promise<string[]> {
  return step(io, 'Migrating the database', (tell) =>
    migrate(
      { url, poolSize, contexts: ALL_PERSISTENCE },
      { exclusive, onRetry: () => tell('a table is in use, retrying') },
    ),
  );
}

type Work<T> = (app: INestApplicationContext) => Promise<T>;

/** Migrates the database, then runs work. @param contexts default: all */
export function withContexts<T>(io: Io, work: Work<T>, contexts?: readonly Context[]): Promise<T> {
  return withDatabase(io, async (settings) => {
    await migrateAll(io, settings, settings.databaseUrl);
    return inContexts(settings, work, undefined, contexts);
  });
}

/** Migrates the database, then runs work with the platform alone, which starts faster. */
export const withPlatform = <T>(io: Io, work: Work<T>): Promise<T> => withContexts(io, work, []);

/** Runs work on a migrated database. @param contexts default: all */
export async function inContexts<T>(
  settings: Settings,
  work: Work<T>,
  logging?: Logging,
  contexts?: readonly Context[],
): Promise<T> {
  const app = await openContexts(settings, logging, contexts);
  try {
    const result = await work(app);
    await listenersDone(app.get(Database));
    return result;
  } finally {
    await app.close();
  }
}

/** Waits for event listeners, which the event bus does not: they are done when no connection is in use. */
async function listenersDone({ pool }: Database): Promise<void> {
  for (let quiet = 0; quiet < 10; quiet++) {
    await setImmediate();
    if (pool.idleCount < pool.totalCount || pool.waitingCount > 0) quiet = 0;
  }
}
