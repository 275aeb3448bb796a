import { JsonRows, type Page, type Reply } from '@app/platform/rest';
import { type Scope } from '@app/platform/auth';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

export class ListDescriptions extends Query<Reply> {
  constructor(
    readonly scope: Scope,
    readonly page: Page,
  ) {
    super();
  }
}

/** Those of a batch, in its order. */
export class ListTheseDescriptions extends Query<Reply> {
  constructor(
    readonly scope: Scope,
    readonly ids: readonly string[],
  ) {
    super();
  }
}

export class ViewDescription extends Query<Reply> {
  constructor(readonly scope: Scope) {
    super();
  }
}

const OF_GROUP = {
  from: 'merchandising.description description',
  where: 'description.asset_id = :asset and description.group_id = :group',
  select: `description.id::text, description.asset_id::text, description.group_id::text, description.name, description.label,
    description.body, description.is_enabled, description.created_at, description.updated_at`,
};

@QueryHandler(ListDescriptions)
export class ListDescriptionsHandler implements IQueryHandler<ListDescriptions> {
  constructor(private readonly rows: JsonRows) {}

  execute({ scope, page }: ListDescriptions): Promise<Reply> {
    return this.rows.page(scope, page, OF_GROUP);
  }
}

@QueryHandler(ListTheseDescriptions)
export class ListTheseDescriptionsHandler implements IQueryHandler<ListTheseDescriptions> {
  constructor(private readonly rows: JsonRows) {}

  execute({ scope, ids }: ListTheseDescriptions): Promise<Reply> {
    return this.rows.those(scope, ids, OF_GROUP);
  }
}

@QueryHandler(ViewDescription)
export class ViewDescriptionHandler implements IQueryHandler<ViewDescription> {
  constructor(private readonly rows: JsonRows) {}

  execute({ scope }: ViewDescription): Promise<Reply> {
    return this.rows.one(scope, { ...OF_GROUP, where: `${OF_GROUP.where} and description.id = :description` });
  }
}
