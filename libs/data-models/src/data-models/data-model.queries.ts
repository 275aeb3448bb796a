import { visibleAsset } from '@app/catalog/contract';
import { type Actor } from '@app/platform/auth';
import { type Ids } from '@app/platform/core';
import { JsonQuery } from '@app/platform/persistence';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

interface DataModelFile {
  title: string;
  /** name of the stored file */
  file: string;
}

/** Reads the uploaded file. */
export class DownloadDataModel extends Query<DataModelFile> {
  constructor(
    readonly actor: Actor,
    readonly ids: Ids<'asset' | 'dataModel'>,
  ) {
    super();
  }
}

/** Timestamps ending in `Z`, unlike the main API's (docs/contract/decisions.md, Requests and responses). */
const instant = (column: string): string =>
  `to_char(model.${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as ${column}`;

const OF_ASSET = { from: 'data_model.data_model model', where: 'model.asset_id = :asset' };

export const DATA_MODELS = {
  ...OF_ASSET,
  select: `model.id::text, model.title, ${instant('created_at')}, ${instant('updated_at')}`,
};

@QueryHandler(DownloadDataModel)
export class DownloadDataModelHandler implements IQueryHandler<DownloadDataModel> {
  constructor(private readonly json: JsonQuery) {}

  async execute({ actor, ids }: DownloadDataModel): Promise<DataModelFile> {
    const requires = visibleAsset(actor, ids.assetId);
    const { text } = await this.json.one({ ...OF_ASSET, requires, select: 'model.title, model.file' }, ids.dataModelId);
    return JSON.parse(text) as DataModelFile;
  }
}
