import { Ctx, json, one, Operation, ReadController, type RequestContext, Resource } from '@app/platform/rest';
import { Inject } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { CreateUnitReferenceGroup, UpdateUnitReferenceGroup } from './unit-reference-group.commands.js';
import {
  CreateUnitReferenceGroupDto,
  UnitReferenceGroupDto,
  UpdateUnitReferenceGroupDto,
} from './unit-reference-group.dto.js';
import { GROUPS } from './unit-reference-group.queries.js';

const KEY_TAKEN = { 409: { key_taken: 'Another unit reference group of the asset has this key' } };

@Resource('assets/:asset/multifamily/units/reference-groups', {
  tag: 'References',
  tables: { group: 'reference.unit_reference_group' },
  flag: 'references',
})
export class UnitReferenceGroupController extends ReadController({
  name: 'unit-reference-group',
  parameter: 'group',
  permission: 'unit-references',
  descriptions: {
    list: 'Lists the systems whose unit ids are stored, one group for each.',
    view: 'Returns the name and key of one group.',
  },
  dto: UnitReferenceGroupDto,
  rows: GROUPS,
}) {
  @Inject(CommandBus) private readonly commands: CommandBus;

  @Operation('POST', '', {
    id: 'create-unit-reference-group',
    summary: 'Create unit reference group',
    description: 'Adds a system, named by `key`. Store its unit ids next, with Update unit references.',
    permission: 'unit-references.create',
    body: json(CreateUnitReferenceGroupDto),
    returns: one(UnitReferenceGroupDto),
    errors: KEY_TAKEN,
  })
  async create(@Ctx() context: RequestContext<'asset', CreateUnitReferenceGroupDto>) {
    const id = await this.commands.execute(new CreateUnitReferenceGroup(context.ids.assetId, context.body));
    return context.created(id, await this.viewed(context, id));
  }

  @Operation('PUT', ':group', {
    id: 'update-unit-reference-group',
    summary: 'Update unit reference group',
    description: 'Changes the name, description or key of a group.',
    permission: 'unit-references.update',
    body: json(UpdateUnitReferenceGroupDto),
    returns: one(UnitReferenceGroupDto),
    errors: KEY_TAKEN,
  })
  async update(@Ctx() context: RequestContext<'asset' | 'group', UpdateUnitReferenceGroupDto>) {
    await this.commands.execute(new UpdateUnitReferenceGroup(context.ids, context.body));
    return this.view(context);
  }
}
