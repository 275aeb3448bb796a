import { createServer } from '@app/platform/runtime';
import { serveDocumentation } from '@app/documentation';
import { type Settings } from '@app/platform/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import { serveConsole } from './console/serve-console.js';
import { INFO } from './document.js';
import { serveMcp } from './mcp/serve-mcp.js';

export const createApi = (settings: Settings): Promise<NestExpressApplication> =>
  createServer(AppModule.forRoot(settings), settings, (app) => {
    if (settings.console) serveConsole(app);
    serveMcp(app);
    serveDocumentation(app, INFO, settings, {
      title: 'Data models API',
      description: 'Question-and-answer tables for each asset',
      port: settings.aiPort,
      publicUrl: settings.aiPublicUrl,
    });
  });
