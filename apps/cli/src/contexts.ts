import { FileStore } from '@app/platform/files';
import { PlatformModule, platformPersistence } from '@app/platform/runtime';
import { type Settings } from '@app/platform/core';
import { type DynamicModule, type FactoryProvider, type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DATA_MODEL_CONTEXTS } from '../../data-models-api/src/app.module.js';
import { CONTEXTS } from '../../api/src/app.module.js';
import { HeldFiles } from './held-files.js';

const ALL = [...CONTEXTS, ...DATA_MODEL_CONTEXTS];

/** What the contexts of both APIs keep in the database. */
const PERSISTENCE = ALL.map(({ persistence }) => persistence);

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
    new HeldFiles(await useFactory());

/** The contexts without a server. Close it. */
export const openContexts = (settings: Settings): Promise<INestApplicationContext> =>
  NestFactory.createApplicationContext(ContextsModule.forRoot(settings), { logger: false, abortOnError: false });
