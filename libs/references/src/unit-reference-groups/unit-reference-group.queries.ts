import { JsonRows, type Page, type Reply } from '@app/platform/rest';
import { type Scope } from '@app/platform/auth';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

export class ListUnitReferenceGroups extends Query<Reply> {
  constructor(
    readonly scope: Scope,
    readonly page: Page,
  ) {
    super();
  }
}

export class ViewUnitReferenceGroup extends Query<Reply> {
  constructor(
    readonly scope: Scope,
    readonly id = scope.id('group'),
  ) {
    super();
  }
}

const GROUP = `owner.id::text, owner.asset_id::text, owner.name, owner.description, owner.key, owner.created_at, owner.updated_at`;

@QueryHandler(ListUnitReferenceGroups)
export class ListUnitReferenceGroupsHandler implements IQueryHandler<ListUnitReferenceGroups> {
  constructor(private readonly rows: JsonRows) {}

  execute({ scope, page }: ListUnitReferenceGroups): Promise<Reply> {
    return this.rows.page(scope, page, {
      from: 'reference.unit_reference_group owner',
      where: 'owner.asset_id = :asset',
      select: GROUP,
    });
  }
}

@QueryHandler(ViewUnitReferenceGroup)
export class ViewUnitReferenceGroupHandler implements IQueryHandler<ViewUnitReferenceGroup> {
  constructor(private readonly rows: JsonRows) {}

  execute({ scope, id }: ViewUnitReferenceGroup): Promise<Reply> {
    return this.rows.one(scope, {
      from: 'reference.unit_reference_group owner',
      where: 'owner.asset_id = :asset and owner.id = :id',
      select: GROUP,
      values: { id },
    });
  }
}
