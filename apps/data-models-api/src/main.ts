import { createServer, requireSchema, runServer, serve } from '@app/platform/runtime';
import { type Settings } from '@app/platform/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { pathToFileURL } from 'node:url';
import { AppModule } from './app.module.js';

export const INFO = {
  title: 'Property Map Service: data models',
  version: 'v1.20230828',
  description: 'The second API: question and answer tables of an asset. Same keys, errors and paging as the main API.',
};

export const createDataModelsApi = (settings: Settings): Promise<NestExpressApplication> =>
  createServer(AppModule.forRoot(settings), { ...settings, publicUrl: settings.aiPublicUrl }, INFO);

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await runServer(async (settings) => {
    await requireSchema(settings, AppModule.persistence);
    return serve(await createDataModelsApi(settings), settings.aiPort);
  });
