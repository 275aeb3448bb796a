import { requireSchema, runServer, serve } from '@app/platform/runtime';
import { AppModule } from './app.module.js';
import { createDataModelsApi } from './create-api.js';

await runServer(async (settings) => {
  await requireSchema(settings, AppModule.persistence);
  return serve(await createDataModelsApi(settings), settings.aiPort);
});
