import { Ctx, json, list, one, Operation, type RequestContext, Resource } from '@app/platform/rest';
import { CreateResource, ListResources, UpdateResource, ViewResource } from '@app/platform/resources';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { DescriptionGroup } from './description-group.aggregate.js';
import { CreateDescriptionGroupDto, DescriptionGroupDto, UpdateDescriptionGroupDto } from './description-group.dto.js';
import { GROUPS } from './description-group.queries.js';

@Resource('assets/:asset/multifamily/units/description-groups', {
  tag: 'Unit descriptions',
  tables: { group: 'merchandising.description_group' },
  flag: 'unit-descriptions-resource',
})
export class DescriptionGroupController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  @Operation('GET', '', {
    id: 'list-description-groups',
    summary: 'List description groups',
    permission: 'unit-descriptions.read',
    returns: list(DescriptionGroupDto),
  })
  list(@Ctx() { actor, ids, page }: RequestContext<'asset'>) {
    return this.queries.execute(new ListResources(GROUPS, actor, ids.assetId, page));
  }

  @Operation('POST', '', {
    id: 'create-description-group',
    summary: 'Create description group',
    permission: 'unit-descriptions.create',
    body: json(CreateDescriptionGroupDto),
    returns: one(DescriptionGroupDto),
  })
  async create(@Ctx() { actor, ids, body, created }: RequestContext<'asset', CreateDescriptionGroupDto>) {
    const id = await this.commands.execute(new CreateResource(DescriptionGroup, ids.assetId, body));
    return created(id, await this.queries.execute(new ViewResource(GROUPS, actor, ids.assetId, id)));
  }

  @Operation('GET', ':group', {
    id: 'view-description-group',
    summary: 'View description group',
    permission: 'unit-descriptions.read',
    returns: one(DescriptionGroupDto),
  })
  view(@Ctx() { actor, ids }: RequestContext<'asset' | 'group'>) {
    return this.queries.execute(new ViewResource(GROUPS, actor, ids.assetId, ids.groupId));
  }

  @Operation('PUT', ':group', {
    id: 'update-description-group',
    summary: 'Update description group',
    permission: 'unit-descriptions.update',
    body: json(UpdateDescriptionGroupDto),
    returns: one(DescriptionGroupDto),
  })
  async update(@Ctx() { actor, ids, body }: RequestContext<'asset' | 'group', UpdateDescriptionGroupDto>) {
    await this.commands.execute(new UpdateResource(DescriptionGroup, ids.assetId, ids.groupId, body));
    return this.queries.execute(new ViewResource(GROUPS, actor, ids.assetId, ids.groupId));
  }
}
