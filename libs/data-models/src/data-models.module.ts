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
import { UpsertDataModelHandler } from './provisioning/upsert-data-model.command.js';
import { ExportDataModelsHandler } from './provisioning/exported-data-models.queries.js';
import { PruneDataModelsHandler } from './provisioning/prune-data-models.command.js';
import { UpdateDataModelHandler } from './data-models/update-data-model.command.js';
import { dataModelMigrations } from './migrations/index.js';

const queries = [ListDataModelsHandler, ViewDataModelHandler, DownloadDataModelHandler];
const declaring = [UpsertDataModelHandler, ExportDataModelsHandler, PruneDataModelsHandler];

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
