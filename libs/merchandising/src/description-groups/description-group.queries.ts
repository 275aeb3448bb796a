import { JsonRows, type Page, type Reply } from '@app/platform/rest';
import { type Scope } from '@app/platform/auth';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

export class ListDescriptionGroups extends Query<Reply> {
  constructor(
    readonly scope: Scope,
    readonly page: Page,
  ) {
    super();
  }
}

export class ViewDescriptionGroup extends Query<Reply> {
  constructor(
    readonly scope: Scope,
    readonly id = scope.id('group'),
  ) {
    super();
  }
}

const GROUP = `description_group.id::text, description_group.asset_id::text, description_group.name,
  description_group.created_at, description_group.updated_at`;

@QueryHandler(ListDescriptionGroups)
export class ListDescriptionGroupsHandler implements IQueryHandler<ListDescriptionGroups> {
  constructor(private readonly rows: JsonRows) {}

  execute({ scope, page }: ListDescriptionGroups): Promise<Reply> {
    return this.rows.page(scope, page, {
      from: 'merchandising.description_group description_group',
      where: 'description_group.asset_id = :asset',
      select: GROUP,
    });
  }
}

@QueryHandler(ViewDescriptionGroup)
export class ViewDescriptionGroupHandler implements IQueryHandler<ViewDescriptionGroup> {
  constructor(private readonly rows: JsonRows) {}

  execute({ scope, id }: ViewDescriptionGroup): Promise<Reply> {
    return this.rows.one(scope, {
      from: 'merchandising.description_group description_group',
      where: 'description_group.asset_id = :asset and description_group.id = :id',
      select: GROUP,
      values: { id },
    });
  }
}
