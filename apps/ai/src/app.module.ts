import { CatalogCore, CatalogModule } from '@app/catalog';
import { FallbackModule, PlatformModule } from '@app/platform/runtime';
import { type Persistence } from '@app/platform/persistence';
import { type Settings } from '@app/platform/core';
import { type DynamicModule, Module } from '@nestjs/common';
import { AssetController } from './asset.controller.js';
import { DataModel } from './data-models/data-model.aggregate.js';
import { DataModelController } from './data-models/data-model.controller.js';
import {
  DownloadDataModelHandler,
  ListDataModelsHandler,
  ViewDataModelHandler,
} from './data-models/data-model.queries.js';
import { DataModels } from './data-models/data-model.repository.js';
import { DeclareDataModelHandler } from './data-models/declare-data-model.command.js';
import { DeclaredDataModelsHandler } from './data-models/declared-data-models.queries.js';
import { PruneDataModelsHandler } from './data-models/prune-data-models.command.js';
import { UpdateDataModelHandler } from './data-models/update-data-model.command.js';
import { dataModelMigrations } from './migrations/index.js';

export { DeclareDataModel } from './data-models/declare-data-model.command.js';
export { DeclaredDataModels } from './data-models/declared-data-models.queries.js';
export { PruneDataModels } from './data-models/prune-data-models.command.js';

const declaring = [DeclareDataModelHandler, DeclaredDataModelsHandler, PruneDataModelsHandler];
const questions = [ListDataModelsHandler, ViewDataModelHandler, DownloadDataModelHandler];

/** Data models without their routes: for the command line. */
@Module({ providers: [...questions, UpdateDataModelHandler, ...declaring, DataModels] })
export class DataModelsCore {}

/** Tables of questions and answers about assets. */
@Module({ imports: [DataModelsCore], controllers: [DataModelController] })
export class DataModelsModule {
  static readonly persistence: Persistence = {
    schema: 'data_model',
    entities: [DataModel],
    migrations: dataModelMigrations,
  };
}

/** What the second API keeps beside the contexts of the main one. */
export const AI_CONTEXTS = [DataModelsModule];

/** The second API: the platform, questions to the catalog, and data models. */
@Module({ imports: [CatalogCore], controllers: [AssetController] })
export class AppModule {
  static readonly persistence: Persistence[] = [CatalogModule, ...AI_CONTEXTS].map((context) => context.persistence);

  static forRoot(settings: Settings): DynamicModule {
    const platform = PlatformModule.forRoot(settings, AppModule.persistence);
    return { module: AppModule, imports: [platform, ...AI_CONTEXTS, FallbackModule] };
  }
}
