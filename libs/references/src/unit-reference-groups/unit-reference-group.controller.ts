import { Call, create, list, one, Operation, Resource, update } from '@app/platform/rest';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { CreateUnitReferenceGroup, UpdateUnitReferenceGroup } from './unit-reference-group.commands.js';
import {
  type NewUnitReferenceGroup,
  type UnitReferenceGroupChanges,
  UnitReferenceGroupDto,
} from './unit-reference-group.dto.js';
import { ListUnitReferenceGroups, ViewUnitReferenceGroup } from './unit-reference-group.queries.js';

const flag = 'references';

@Resource('assets/:asset/multifamily/units/reference-groups', {
  tag: 'References',
  places: { group: 'reference.unit_reference_group' },
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
    flag,
    returns: list(UnitReferenceGroupDto),
  })
  list(@Call() { scope, page }: Call) {
    return this.queries.execute(new ListUnitReferenceGroups(scope, page));
  }

  @Operation('POST', '', {
    id: 'create-unit-reference-group',
    summary: 'Create unit reference group',
    permission: 'unit-references.create',
    flag,
    body: create(UnitReferenceGroupDto),
    returns: one(UnitReferenceGroupDto),
    conflicts: true,
  })
  async create(@Call() { scope, body, created }: Call<NewUnitReferenceGroup>) {
    const id = await this.commands.execute(new CreateUnitReferenceGroup(scope, body));
    return created(id, await this.queries.execute(new ViewUnitReferenceGroup(scope, id)));
  }

  @Operation('GET', ':group', {
    id: 'view-unit-reference-group',
    summary: 'View unit reference group',
    permission: 'unit-references.read',
    flag,
    returns: one(UnitReferenceGroupDto),
  })
  view(@Call() { scope }: Call) {
    return this.queries.execute(new ViewUnitReferenceGroup(scope));
  }

  @Operation('PUT', ':group', {
    id: 'update-unit-reference-group',
    summary: 'Update unit reference group',
    permission: 'unit-references.update',
    flag,
    body: update(UnitReferenceGroupDto),
    returns: one(UnitReferenceGroupDto),
    conflicts: true,
  })
  async update(@Call() { scope, body }: Call<UnitReferenceGroupChanges>) {
    await this.commands.execute(new UpdateUnitReferenceGroup(scope, body));
    return this.queries.execute(new ViewUnitReferenceGroup(scope));
  }
}
