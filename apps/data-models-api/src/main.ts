import { createServer, requireSchema, runServer, serve } from '@app/platform/runtime';
import { type Settings } from '@app/platform/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { pathToFileURL } from 'node:url';
import { AppModule } from './app.module.js';

export const INFO = {
  title: 'Property Map Service: data models',
  version: 'v1.20230828',
  description: 'Question-and-answer tables for each asset. Keys, errors and paging are those of the main API.',
};

export const createDataModelsApi = (settings: Settings): Promise<NestExpressApplication> =>
  createServer(
    AppModule.forRoot(settings),
    { ...settings, publicUrl: settings.aiPublicUrl, port: settings.aiPort },
    INFO,
    {
      title: 'Main API',
      description: 'Assets, unit maps, prices and availability',
      port: settings.port,
      publicUrl: settings.publicUrl,
    },
  );

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await runServer(async (settings) => {
    await requireSchema(settings, AppModule.persistence);
    return serve(await createDataModelsApi(settings), settings.aiPort);
  });
