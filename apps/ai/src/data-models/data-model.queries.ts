import { FileReply, JsonRows, type Page, type Reply } from '@app/platform/rest';
import { FileStore } from '@app/platform/files';
import { type Scope } from '@app/platform/auth';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

export class ListDataModels extends Query<Reply> {
  constructor(
    readonly scope: Scope,
    readonly page: Page,
  ) {
    super();
  }
}

export class ViewDataModel extends Query<Reply> {
  constructor(readonly scope: Scope) {
    super();
  }
}

/** The file as it was sent. */
export class DownloadDataModel extends Query<FileReply> {
  constructor(readonly scope: Scope) {
    super();
  }
}

const FROM = 'data_model.data_model model';
const THIS = 'model.asset_id = :asset and model.id = :dataModel';

/** These end in `Z`, other than those of the main API (test/contract/decisions.md, Requests and responses). */
const instant = (column: string): string =>
  `to_char(model.${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as ${column}`;

const DATA_MODEL = `model.id::text, model.title, ${instant('created_at')}, ${instant('updated_at')}`;

@QueryHandler(ListDataModels)
export class ListDataModelsHandler implements IQueryHandler<ListDataModels> {
  constructor(private readonly rows: JsonRows) {}

  execute({ scope, page }: ListDataModels): Promise<Reply> {
    return this.rows.page(scope, page, { from: FROM, where: 'model.asset_id = :asset', select: DATA_MODEL });
  }
}

@QueryHandler(ViewDataModel)
export class ViewDataModelHandler implements IQueryHandler<ViewDataModel> {
  constructor(private readonly rows: JsonRows) {}

  execute({ scope }: ViewDataModel): Promise<Reply> {
    return this.rows.one(scope, { from: FROM, where: THIS, select: DATA_MODEL });
  }
}

@QueryHandler(DownloadDataModel)
export class DownloadDataModelHandler implements IQueryHandler<DownloadDataModel> {
  constructor(
    private readonly rows: JsonRows,
    private readonly store: FileStore,
  ) {}

  async execute({ scope }: DownloadDataModel): Promise<FileReply> {
    const { text } = await this.rows.one(scope, { from: FROM, where: THIS, select: 'model.title, model.file' });
    const { title, file } = JSON.parse(text!) as { title: string; file: string };
    return new FileReply(this.store, file, 'text/csv; charset=utf-8', `${title}.csv`);
  }
}
