import { visibleAsset } from '@app/catalog/contract';
import { type Actor } from '@app/platform/auth';
import { type Ids } from '@app/platform/core';
import { type Json, type JsonPage, JsonQuery, type PageRequest } from '@app/platform/persistence';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

export class ListUnitReferenceGroups extends Query<JsonPage> {
  constructor(
    readonly actor: Actor,
    readonly assetId: string,
    readonly page: PageRequest,
  ) {
    super();
  }
}

export class ViewUnitReferenceGroup extends Query<Json> {
  constructor(
    readonly actor: Actor,
    readonly ids: Ids<'asset' | 'group'>,
  ) {
    super();
  }
}

const GROUP = `owner.id::text, owner.asset_id::text, owner.name, owner.description, owner.key, owner.created_at, owner.updated_at`;

@QueryHandler(ListUnitReferenceGroups)
export class ListUnitReferenceGroupsHandler implements IQueryHandler<ListUnitReferenceGroups> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, assetId, page }: ListUnitReferenceGroups): Promise<JsonPage> {
    return this.json.page(page, {
      requires: visibleAsset(actor, assetId),
      from: 'reference.unit_reference_group owner',
      where: 'owner.asset_id = :asset',
      select: GROUP,
    });
  }
}

@QueryHandler(ViewUnitReferenceGroup)
export class ViewUnitReferenceGroupHandler implements IQueryHandler<ViewUnitReferenceGroup> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, ids }: ViewUnitReferenceGroup): Promise<Json> {
    return this.json.one({
      requires: visibleAsset(actor, ids.assetId),
      from: 'reference.unit_reference_group owner',
      where: 'owner.asset_id = :asset and owner.id = :id',
      select: GROUP,
      values: { id: ids.groupId },
    });
  }
}
