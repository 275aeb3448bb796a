import { Database } from '@app/platform/persistence';
import { columnsOf } from '@app/platform/resources';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { DataModel } from '../data-models/data-model.aggregate.js';

/** A data model as in a provision file, with its id. */
interface DataModelExport {
  id: string;
  title: string;
  /** name of the stored file */
  file: string;
}

/** In order of creation. */
export class ExportDataModels extends Query<DataModelExport[]> {
  constructor(readonly assetId: string) {
    super();
  }
}

const READ = `select model.id::text, ${columnsOf(DataModel, 'model')} from data_model.data_model model
  where model.asset_id = :assetId order by model.id`;

@QueryHandler(ExportDataModels)
export class ExportDataModelsHandler implements IQueryHandler<ExportDataModels> {
  constructor(private readonly database: Database) {}

  execute({ assetId }: ExportDataModels): Promise<DataModelExport[]> {
    return this.database.rows<DataModelExport>(READ, { assetId });
  }
}
