import {
  body,
  Ctx,
  type DeletionContext,
  DeleteOperation,
  FileResponse,
  Operation,
  type RequestContext,
  Resource,
  returns,
} from '@app/platform/rest';
import { FileStore } from '@app/platform/files';
import { DeleteUnused, ListResources, ViewResource } from '@app/platform/resources';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { CreateDataModel } from './create-data-model.command.js';
import { DataModel } from './data-model.aggregate.js';
import { CreateDataModelDto, csv, DataModelDto, type NewFile, UpdateDataModelDto } from './data-model.dto.js';
import { DATA_MODELS, DownloadDataModel } from './data-model.queries.js';
import { UpdateDataModel } from './update-data-model.command.js';

@Resource('assets/:asset/data-models', {
  tag: 'Data models',
  tables: { dataModel: 'data_model.data_model' },
  flag: 'data-models-resource',
})
export class DataModelController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly store: FileStore,
  ) {}

  @Operation('GET', '', {
    id: 'ai-list-data-models',
    summary: 'List data models',
    description: 'Lists the tables of an asset. You download or replace the file of each by its id.',
    permission: 'data-models.read',
    returns: returns.list(DataModelDto),
  })
  list(@Ctx() { actor, ids, page }: RequestContext<'asset'>) {
    return this.queries.execute(new ListResources(DATA_MODELS, actor, ids, page));
  }

  @Operation('POST', '', {
    id: 'ai-create-data-model',
    summary: 'Create data model',
    extension: true,
    description:
      'Adds a table to an asset: a title, and a CSV file in UTF-8, at most 50 MiB, with a header row and as many values in each row. Errors name the line.',
    permission: 'data-models.create',
    body: body.form(body.json(CreateDataModelDto).ignoring(DataModelDto), {
      files: { file: csv },
      required: ['file'],
    }),
    returns: returns.one(DataModelDto),
  })
  async create(@Ctx() { actor, ids, body, created }: RequestContext<'asset', CreateDataModelDto & NewFile>) {
    const view = (id: string) => new ViewResource(DATA_MODELS, actor, ids, id);
    return created(...(await this.commands.execute(new CreateDataModel(ids.assetId, body.title, body.file, view))));
  }

  @Operation('GET', ':dataModel', {
    id: 'ai-view-data-model',
    summary: 'View data model',
    extension: true,
    description: 'Returns one table, without its file.',
    permission: 'data-models.read',
    returns: returns.one(DataModelDto),
  })
  view(@Ctx() { actor, ids }: RequestContext<'asset' | 'dataModel'>) {
    return this.queries.execute(new ViewResource(DATA_MODELS, actor, ids, ids.dataModelId));
  }

  @Operation('PUT', ':dataModel', {
    id: 'ai-update-data-model',
    summary: 'Update data model',
    description:
      'Replaces the file of a table, and with `title` its title: CSV in UTF-8, at most 50 MiB, with a header row and as many values in each row. Errors name the line. The old file stays in place until the new one has arrived completely.',
    permission: 'data-models.update',
    body: body.form(body.json(UpdateDataModelDto).ignoring(DataModelDto), {
      files: { file: csv },
      required: ['file'],
    }),
    returns: returns.one(DataModelDto),
  })
  update(@Ctx() { actor, ids, body }: RequestContext<'asset' | 'dataModel', UpdateDataModelDto & NewFile>) {
    const view = new ViewResource(DATA_MODELS, actor, ids, ids.dataModelId);
    return this.commands.execute(new UpdateDataModel(ids.assetId, ids.dataModelId, body, view));
  }

  @Operation('GET', ':dataModel/file', {
    id: 'ai-download-data-model',
    summary: 'Download the file of a data model',
    extension: true,
    description: 'Returns the CSV file as it was sent. Supports ranges and conditional requests.',
    permission: 'data-models.read',
    returns: returns.file('text/csv'),
  })
  async download(@Ctx() { actor, ids }: RequestContext<'asset' | 'dataModel'>) {
    const { title, file } = await this.queries.execute(new DownloadDataModel(actor, ids));
    return FileResponse.download(this.store, file, 'text/csv; charset=utf-8', `${title}.csv`);
  }

  @DeleteOperation(':dataModel', {
    id: 'ai-delete-data-model',
    summary: 'Delete data model',
    what: 'a table',
    permission: 'data-models.delete',
  })
  delete(@Ctx() { ids, query }: DeletionContext<'asset' | 'dataModel'>) {
    return this.commands.execute(new DeleteUnused(DataModel, { assetId: ids.assetId, id: ids.dataModelId }, query));
  }
}
