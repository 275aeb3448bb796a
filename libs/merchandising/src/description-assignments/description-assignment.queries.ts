import { JsonRows, type Page, type Reply } from '@app/platform/rest';
import { type Scope } from '@app/platform/auth';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

/** Units of the asset that have a description of the group, with it. */
export class ListDescriptionAssignments extends Query<Reply> {
  constructor(
    readonly scope: Scope,
    readonly page: Page,
  ) {
    super();
  }
}

/** Those of a batch, in its order. */
export class ListTheseDescriptionAssignments extends Query<Reply> {
  constructor(
    readonly scope: Scope,
    readonly unitIds: readonly string[],
  ) {
    super();
  }
}

const OF_GROUP = {
  from: `(select stored.*, stored.unit_id as id from merchandising.description_assignment stored) assignment`,
  where: 'assignment.asset_id = :asset and assignment.group_id = :group',
  select: `assignment.asset_id::text, assignment.group_id::text, assignment.unit_id::text, assignment.description_id::text`,
};

@QueryHandler(ListDescriptionAssignments)
export class ListDescriptionAssignmentsHandler implements IQueryHandler<ListDescriptionAssignments> {
  constructor(private readonly rows: JsonRows) {}

  execute({ scope, page }: ListDescriptionAssignments): Promise<Reply> {
    return this.rows.page(scope, page, OF_GROUP);
  }
}

@QueryHandler(ListTheseDescriptionAssignments)
export class ListTheseDescriptionAssignmentsHandler implements IQueryHandler<ListTheseDescriptionAssignments> {
  constructor(private readonly rows: JsonRows) {}

  execute({ scope, unitIds }: ListTheseDescriptionAssignments): Promise<Reply> {
    return this.rows.those(scope, unitIds, OF_GROUP);
  }
}
