import { visibleAsset } from '@app/catalog/contract';
import { type Actor } from '@app/platform/auth';
import { type Ids } from '@app/platform/core';
import { type Json, type JsonPage, JsonQuery, type PageRequest } from '@app/platform/persistence';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

export class ListDescriptionGroups extends Query<JsonPage> {
  constructor(
    readonly actor: Actor,
    readonly assetId: string,
    readonly page: PageRequest,
  ) {
    super();
  }
}

export class ViewDescriptionGroup extends Query<Json> {
  constructor(
    readonly actor: Actor,
    readonly ids: Ids<'asset' | 'group'>,
  ) {
    super();
  }
}

const GROUP = `description_group.id::text, description_group.asset_id::text, description_group.name,
  description_group.created_at, description_group.updated_at`;

@QueryHandler(ListDescriptionGroups)
export class ListDescriptionGroupsHandler implements IQueryHandler<ListDescriptionGroups> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, assetId, page }: ListDescriptionGroups): Promise<JsonPage> {
    return this.json.page(page, {
      requires: visibleAsset(actor, assetId),
      from: 'merchandising.description_group description_group',
      where: 'description_group.asset_id = :asset',
      select: GROUP,
    });
  }
}

@QueryHandler(ViewDescriptionGroup)
export class ViewDescriptionGroupHandler implements IQueryHandler<ViewDescriptionGroup> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, ids }: ViewDescriptionGroup): Promise<Json> {
    return this.json.one({
      requires: visibleAsset(actor, ids.assetId),
      from: 'merchandising.description_group description_group',
      where: 'description_group.asset_id = :asset and description_group.id = :id',
      select: GROUP,
      values: { id: ids.groupId },
    });
  }
}
