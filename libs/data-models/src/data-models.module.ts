import { type Persistence } from '@app/platform/persistence';
import { Module } from '@nestjs/common';
import { DataModel } from './data-models/data-model.aggregate.js';
import { DataModelController } from './data-models/data-model.controller.js';
import { DownloadDataModelHandler } from './data-models/data-model.queries.js';
import { UpsertDataModelHandler } from './provisioning/upsert-data-model.command.js';
import { ExportDataModelsHandler } from './provisioning/exported-data-models.queries.js';
import { CreateDataModelHandler } from './data-models/create-data-model.command.js';
import { UpdateDataModelHandler } from './data-models/update-data-model.command.js';
import * as migrations from './migrations/index.js';

const provisioning = [UpsertDataModelHandler, ExportDataModelsHandler];

/** Tables of questions and answers about assets. */
@Module({
  controllers: [DataModelController],
  providers: [DownloadDataModelHandler, CreateDataModelHandler, UpdateDataModelHandler, ...provisioning],
})
export class DataModelsModule {
  static readonly persistence: Persistence = {
    schema: 'data_model',
    entities: [DataModel],
    migrations: Object.values(migrations),
  };
}
