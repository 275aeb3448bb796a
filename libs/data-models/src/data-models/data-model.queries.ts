import { visibleAsset } from '@app/catalog/contract';
import { type Actor } from '@app/platform/auth';
import { type Ids } from '@app/platform/core';
import { type Json, type JsonPage, JsonQuery, type PageRequest } from '@app/platform/persistence';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

export class ListDataModels extends Query<JsonPage> {
  constructor(
    readonly actor: Actor,
    readonly assetId: string,
    readonly page: PageRequest,
  ) {
    super();
  }
}

export class ViewDataModel extends Query<Json> {
  constructor(
    readonly actor: Actor,
    readonly ids: Ids<'asset' | 'dataModel'>,
  ) {
    super();
  }
}

export interface DataModelFile {
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

const FROM = 'data_model.data_model model';
const THIS = 'model.asset_id = :asset and model.id = :dataModel';

/** Timestamps ending in `Z`, unlike the main API's (test/contract/decisions.md, Requests and responses). */
const instant = (column: string): string =>
  `to_char(model.${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as ${column}`;

const DATA_MODEL = `model.id::text, model.title, ${instant('created_at')}, ${instant('updated_at')}`;

@QueryHandler(ListDataModels)
export class ListDataModelsHandler implements IQueryHandler<ListDataModels> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, assetId, page }: ListDataModels): Promise<JsonPage> {
    return this.json.page(page, {
      requires: visibleAsset(actor, assetId),
      from: FROM,
      where: 'model.asset_id = :asset',
      select: DATA_MODEL,
    });
  }
}

@QueryHandler(ViewDataModel)
export class ViewDataModelHandler implements IQueryHandler<ViewDataModel> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, ids }: ViewDataModel): Promise<Json> {
    return this.json.one({
      requires: visibleAsset(actor, ids.assetId),
      from: FROM,
      where: THIS,
      select: DATA_MODEL,
      values: { dataModel: ids.dataModelId },
    });
  }
}

@QueryHandler(DownloadDataModel)
export class DownloadDataModelHandler implements IQueryHandler<DownloadDataModel> {
  constructor(private readonly json: JsonQuery) {}

  async execute({ actor, ids }: DownloadDataModel): Promise<DataModelFile> {
    const { text } = await this.json.one({
      requires: visibleAsset(actor, ids.assetId),
      from: FROM,
      where: THIS,
      select: 'model.title, model.file',
      values: { dataModel: ids.dataModelId },
    });
    return JSON.parse(text) as DataModelFile;
  }
}
