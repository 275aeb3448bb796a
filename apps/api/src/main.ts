import { createServer, requireSchema, runServer, serve } from '@app/platform/runtime';
import { type Settings } from '@app/platform/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { pathToFileURL } from 'node:url';
import { AppModule } from './app.module.js';

export const INFO = {
  title: 'Property Map Service',
  version: 'v1.20230828',
  description:
    'Real-estate assets and all that an interactive unit map needs; prices and availability arrive in one-time transactions.',
};

export const createApi = (settings: Settings): Promise<NestExpressApplication> =>
  createServer(AppModule.forRoot(settings), settings, INFO);

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await runServer(async (settings) => {
    await requireSchema(settings, AppModule.persistence);
    return serve(await createApi(settings), settings.port);
  });
