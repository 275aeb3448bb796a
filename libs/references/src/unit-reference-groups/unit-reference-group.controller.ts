import { Ctx, json, list, one, Operation, type RequestContext, Resource } from '@app/platform/rest';
import { ListResources, ViewResource } from '@app/platform/resources';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { CreateUnitReferenceGroup, UpdateUnitReferenceGroup } from './unit-reference-group.commands.js';
import {
  CreateUnitReferenceGroupDto,
  UnitReferenceGroupDto,
  UpdateUnitReferenceGroupDto,
} from './unit-reference-group.dto.js';
import { GROUPS } from './unit-reference-group.queries.js';

@Resource('assets/:asset/multifamily/units/reference-groups', {
  tag: 'References',
  tables: { group: 'reference.unit_reference_group' },
  flag: 'references',
})
export class UnitReferenceGroupController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  @Operation('GET', '', {
    id: 'list-unit-reference-groups',
    summary: 'List unit reference groups',
    permission: 'unit-references.read',
    returns: list(UnitReferenceGroupDto),
  })
  list(@Ctx() { actor, ids, page }: RequestContext<'asset'>) {
    return this.queries.execute(new ListResources(GROUPS, actor, ids.assetId, page));
  }

  @Operation('POST', '', {
    id: 'create-unit-reference-group',
    summary: 'Create unit reference group',
    permission: 'unit-references.create',
    body: json(CreateUnitReferenceGroupDto),
    returns: one(UnitReferenceGroupDto),
    errors: { 409: { key_taken: 'The key is taken: another unit reference group of the asset has it' } },
  })
  async create(@Ctx() { actor, ids, body, created }: RequestContext<'asset', CreateUnitReferenceGroupDto>) {
    const id = await this.commands.execute(new CreateUnitReferenceGroup(ids.assetId, body));
    return created(id, await this.queries.execute(new ViewResource(GROUPS, actor, ids.assetId, id)));
  }

  @Operation('GET', ':group', {
    id: 'view-unit-reference-group',
    summary: 'View unit reference group',
    permission: 'unit-references.read',
    returns: one(UnitReferenceGroupDto),
  })
  view(@Ctx() { actor, ids }: RequestContext<'asset' | 'group'>) {
    return this.queries.execute(new ViewResource(GROUPS, actor, ids.assetId, ids.groupId));
  }

  @Operation('PUT', ':group', {
    id: 'update-unit-reference-group',
    summary: 'Update unit reference group',
    permission: 'unit-references.update',
    body: json(UpdateUnitReferenceGroupDto),
    returns: one(UnitReferenceGroupDto),
    errors: { 409: { key_taken: 'The key is taken: another unit reference group of the asset has it' } },
  })
  async update(@Ctx() { actor, ids, body }: RequestContext<'asset' | 'group', UpdateUnitReferenceGroupDto>) {
    await this.commands.execute(new UpdateUnitReferenceGroup(ids, body));
    return this.queries.execute(new ViewResource(GROUPS, actor, ids.assetId, ids.groupId));
  }
}
