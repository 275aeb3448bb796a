import { createServer } from '@app/platform/runtime';
import { serveDocumentation } from '@app/documentation';
import { type Settings } from '@app/platform/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import { INFO } from './document.js';

export const createDataModelsApi = (settings: Settings): Promise<NestExpressApplication> => {
  const own = { ...settings, publicUrl: settings.aiPublicUrl, port: settings.aiPort };
  return createServer(AppModule.forRoot(settings), own, (app) =>
    serveDocumentation(app, INFO, own, {
      title: 'Main API',
      description: 'Assets, unit maps, prices and availability',
      port: settings.port,
      publicUrl: settings.publicUrl,
    }),
  );
};
