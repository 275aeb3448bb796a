import { JsonRows, type Page, type Reply } from '@app/platform/rest';
import { type Scope } from '@app/platform/auth';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

export class ListBackgrounds extends Query<Reply> {
  constructor(
    readonly scope: Scope,
    readonly page: Page,
    /** address below which stored files are served */
    readonly files: string,
  ) {
    super();
  }
}

export class ViewBackground extends Query<Reply> {
  constructor(
    readonly scope: Scope,
    readonly files: string,
  ) {
    super();
  }
}

const BACKGROUND = `background.id::text, background.asset_id::text, background.unit_map_id::text, background.name,
  :files || background.image as image_url, background.created_at, background.updated_at`;
const OF_MAP = 'background.asset_id = :asset and background.unit_map_id = :map';

@QueryHandler(ListBackgrounds)
export class ListBackgroundsHandler implements IQueryHandler<ListBackgrounds> {
  constructor(private readonly rows: JsonRows) {}

  execute({ scope, page, files }: ListBackgrounds): Promise<Reply> {
    return this.rows.page(scope, page, {
      from: 'mapping.background background',
      where: OF_MAP,
      select: BACKGROUND,
      values: { files },
    });
  }
}

@QueryHandler(ViewBackground)
export class ViewBackgroundHandler implements IQueryHandler<ViewBackground> {
  constructor(private readonly rows: JsonRows) {}

  execute({ scope, files }: ViewBackground): Promise<Reply> {
    return this.rows.one(scope, {
      from: 'mapping.background background',
      where: `${OF_MAP} and background.id = :background`,
      select: BACKGROUND,
      values: { files },
    });
  }
}
