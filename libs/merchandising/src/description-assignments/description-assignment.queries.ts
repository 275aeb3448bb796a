import { visibleAsset } from '@app/catalog/contract';
import { type Ids } from '@app/platform/core';
import { all, exists, type JsonList, type JsonPage, JsonQuery } from '@app/platform/persistence';
import { ListNestedResources } from '@app/platform/resources';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

/** Lists the units with a description of the group. */
export class ListDescriptionAssignments extends ListNestedResources<'group'> {}

/** Reads the records of a batch, in its order. */
export class ListTheseDescriptionAssignments extends Query<JsonList> {
  constructor(
    readonly ids: Ids<'asset' | 'group'>,
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
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, ids, page }: ListDescriptionAssignments): Promise<JsonPage> {
    return this.json.page(page, {
      ...OF_GROUP,
      requires: all(
        visibleAsset(actor, ids.assetId),
        exists('merchandising.description_group', { group: ids.groupId }),
      ),
    });
  }
}

@QueryHandler(ListTheseDescriptionAssignments)
export class ListTheseDescriptionAssignmentsHandler implements IQueryHandler<ListTheseDescriptionAssignments> {
  constructor(private readonly json: JsonQuery) {}

  execute({ ids, unitIds }: ListTheseDescriptionAssignments): Promise<JsonList> {
    return this.json.findByIds(unitIds, { ...OF_GROUP, values: { asset: ids.assetId, group: ids.groupId } });
  }
}
