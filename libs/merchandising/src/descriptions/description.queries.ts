import { visibleAsset } from '@app/catalog/contract';
import { type Ids } from '@app/platform/core';
import { all, exists, type Json, type JsonList, type JsonPage, JsonQuery } from '@app/platform/persistence';
import { ListNestedResources, ViewNestedResource } from '@app/platform/resources';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

export class ListDescriptions extends ListNestedResources<'group'> {}

/** Reads the records of a batch, in its order. */
export class ListTheseDescriptions extends Query<JsonList> {
  constructor(
    readonly ids: Ids<'asset' | 'group'>,
    readonly descriptionIds: readonly string[],
  ) {
    super();
  }
}

export class ViewDescription extends ViewNestedResource<'group' | 'description'> {}

const OF_GROUP = {
  from: 'merchandising.description description',
  where: 'description.asset_id = :asset and description.group_id = :group',
  select: `description.id::text, description.asset_id::text, description.group_id::text, description.name, description.label,
    description.body, description.is_enabled, description.created_at, description.updated_at`,
};

@QueryHandler(ListDescriptions)
export class ListDescriptionsHandler implements IQueryHandler<ListDescriptions> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, ids, page }: ListDescriptions): Promise<JsonPage> {
    return this.json.page(page, {
      ...OF_GROUP,
      requires: all(
        visibleAsset(actor, ids.assetId),
        exists('merchandising.description_group', { group: ids.groupId }),
      ),
    });
  }
}

@QueryHandler(ListTheseDescriptions)
export class ListTheseDescriptionsHandler implements IQueryHandler<ListTheseDescriptions> {
  constructor(private readonly json: JsonQuery) {}

  execute({ ids, descriptionIds }: ListTheseDescriptions): Promise<JsonList> {
    return this.json.findByIds(descriptionIds, { ...OF_GROUP, values: { asset: ids.assetId, group: ids.groupId } });
  }
}

@QueryHandler(ViewDescription)
export class ViewDescriptionHandler implements IQueryHandler<ViewDescription> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, ids }: ViewDescription): Promise<Json> {
    const group = exists('merchandising.description_group', { group: ids.groupId });
    return this.json.one({ ...OF_GROUP, requires: all(visibleAsset(actor, ids.assetId), group) }, ids.descriptionId);
  }
}
