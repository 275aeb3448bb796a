import { createServer, requireSchema, runServer, serve } from '@app/platform/runtime';
import { serveDocumentation } from '@app/documentation';
import { type Settings } from '@app/platform/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { pathToFileURL } from 'node:url';
import { AppModule } from './app.module.js';
import { INFO } from './document.js';
import { serveMcp } from './mcp/serve-mcp.js';

export { INFO };

export const createApi = (settings: Settings): Promise<NestExpressApplication> =>
  createServer(AppModule.forRoot(settings), settings, (app) => {
    serveMcp(app);
    serveDocumentation(app, INFO, settings, {
      title: 'Data models API',
      description: 'Question-and-answer tables for each asset',
      port: settings.aiPort,
      publicUrl: settings.aiPublicUrl,
    });
  });

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await runServer(async (settings) => {
    await requireSchema(settings, AppModule.persistence);
    return serve(await createApi(settings), settings.port);
  });
