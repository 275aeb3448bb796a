import { type Persistence } from '@app/platform/persistence';
import { Module } from '@nestjs/common';
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

const queries = [ListDataModelsHandler, ViewDataModelHandler, DownloadDataModelHandler];
const declaring = [DeclareDataModelHandler, DeclaredDataModelsHandler, PruneDataModelsHandler];

/** Tables of questions and answers about assets. */
@Module({
  controllers: [DataModelController],
  providers: [...queries, UpdateDataModelHandler, ...declaring, DataModels],
})
export class DataModelsModule {
  static readonly persistence: Persistence = {
    schema: 'data_model',
    entities: [DataModel],
    migrations: dataModelMigrations,
  };
}
