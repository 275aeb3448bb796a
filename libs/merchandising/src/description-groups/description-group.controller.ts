import { Ctx, json, list, one, Operation, type RequestContext, Resource } from '@app/platform/rest';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { CreateDescriptionGroup, UpdateDescriptionGroup } from './description-group.commands.js';
import { CreateDescriptionGroupDto, DescriptionGroupDto, UpdateDescriptionGroupDto } from './description-group.dto.js';
import { ListDescriptionGroups, ViewDescriptionGroup } from './description-group.queries.js';

const FLAG = 'unit-descriptions-resource';

@Resource('assets/:asset/multifamily/units/description-groups', {
  tag: 'Unit descriptions',
  tables: { group: 'merchandising.description_group' },
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
    flag: FLAG,
    returns: list(DescriptionGroupDto),
  })
  list(@Ctx() { actor, ids, page }: RequestContext<'asset'>) {
    return this.queries.execute(new ListDescriptionGroups(actor, ids.assetId, page));
  }

  @Operation('POST', '', {
    id: 'create-description-group',
    summary: 'Create description group',
    permission: 'unit-descriptions.create',
    flag: FLAG,
    body: json(CreateDescriptionGroupDto),
    returns: one(DescriptionGroupDto),
  })
  async create(@Ctx() { actor, ids, body, created }: RequestContext<'asset', CreateDescriptionGroupDto>) {
    const id = await this.commands.execute(new CreateDescriptionGroup(ids.assetId, body));
    return created(id, await this.queries.execute(new ViewDescriptionGroup(actor, { ...ids, groupId: id })));
  }

  @Operation('GET', ':group', {
    id: 'view-description-group',
    summary: 'View description group',
    permission: 'unit-descriptions.read',
    flag: FLAG,
    returns: one(DescriptionGroupDto),
  })
  view(@Ctx() { actor, ids }: RequestContext<'asset' | 'group'>) {
    return this.queries.execute(new ViewDescriptionGroup(actor, ids));
  }

  @Operation('PUT', ':group', {
    id: 'update-description-group',
    summary: 'Update description group',
    permission: 'unit-descriptions.update',
    flag: FLAG,
    body: json(UpdateDescriptionGroupDto),
    returns: one(DescriptionGroupDto),
  })
  async update(@Ctx() { actor, ids, body }: RequestContext<'asset' | 'group', UpdateDescriptionGroupDto>) {
    await this.commands.execute(new UpdateDescriptionGroup(ids, body));
    return this.queries.execute(new ViewDescriptionGroup(actor, ids));
  }
}
