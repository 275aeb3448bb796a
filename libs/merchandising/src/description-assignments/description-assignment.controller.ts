import { batch, Ctx, data, list, Operation, type RequestContext, Resource } from '@app/platform/rest';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { AssignDescriptions } from './assign-descriptions.command.js';
import { DescriptionAssignmentDto } from './description-assignment.dto.js';
import { ListDescriptionAssignments, ListTheseDescriptionAssignments } from './description-assignment.queries.js';

@Resource('assets/:asset/multifamily/units/description-groups/:group/units', {
  tag: 'Unit descriptions',
  tables: { group: 'merchandising.description_group' },
  flag: 'unit-descriptions-resource',
})
export class DescriptionAssignmentController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  @Operation('GET', '', {
    id: 'list-units-assigned-to-descriptions',
    summary: 'List units assigned to descriptions',
    description: 'Lists the units with the text of the group that each has.',
    permission: 'unit-descriptions.read',
    returns: list(DescriptionAssignmentDto),
  })
  list(@Ctx() { actor, ids, page }: RequestContext<'asset' | 'group'>) {
    return this.queries.execute(new ListDescriptionAssignments(actor, ids, page));
  }

  @Operation('PUT', '', {
    id: 'assign-units-to-descriptions',
    summary: 'Assign units to descriptions',
    description:
      'Assigns a text of the group to each unit. It replaces the text that the unit had. The operation assigns all of them or none.',
    permission: 'unit-descriptions.update',
    body: batch(DescriptionAssignmentDto),
    returns: data(DescriptionAssignmentDto),
  })
  async assign(@Ctx() { ids, body }: RequestContext<'asset' | 'group', DescriptionAssignmentDto[]>) {
    const unitIds = await this.commands.execute(new AssignDescriptions(ids, body));
    return this.queries.execute(new ListTheseDescriptionAssignments(ids, unitIds));
  }
}
