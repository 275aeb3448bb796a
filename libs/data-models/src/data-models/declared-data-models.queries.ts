import { Database } from '@app/platform/persistence';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

/** As it could be declared, with its id. */
export interface DeclaredDataModelPart {
  id: string;
  title: string;
  /** name of the stored file */
  file: string;
}

/** In the order in which they were made. */
export class DeclaredDataModels extends Query<DeclaredDataModelPart[]> {
  constructor(readonly assetId: string) {
    super();
  }
}

const READ = `select id::text, title, file from data_model.data_model where asset_id = :assetId order by data_model.id`;

@QueryHandler(DeclaredDataModels)
export class DeclaredDataModelsHandler implements IQueryHandler<DeclaredDataModels> {
  constructor(private readonly database: Database) {}

  execute({ assetId }: DeclaredDataModels): Promise<DeclaredDataModelPart[]> {
    return this.database.rows<DeclaredDataModelPart>(READ, { assetId });
  }
}
