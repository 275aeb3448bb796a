import { batch, Call, data, list, one, Operation, Resource } from '@app/platform/rest';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { CreateDescriptions } from './create-descriptions.command.js';
import { type DescriptionChanges, DescriptionDto, type NewDescription } from './description.dto.js';
import { ListDescriptions, ListTheseDescriptions, ViewDescription } from './description.queries.js';
import { UpdateDescriptions } from './update-descriptions.command.js';

const FLAG = 'unit-descriptions-resource';

@Resource('assets/:asset/multifamily/units/description-groups/:group/descriptions', {
  tag: 'Unit descriptions',
  places: { group: 'merchandising.description_group', description: 'merchandising.description' },
})
export class DescriptionController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  @Operation('GET', '', {
    id: 'list-descriptions',
    summary: 'List descriptions',
    permission: 'unit-descriptions.read',
    flag: FLAG,
    returns: list(DescriptionDto),
  })
  list(@Call() { scope, page }: Call) {
    return this.queries.execute(new ListDescriptions(scope, page));
  }

  @Operation('POST', '', {
    id: 'create-descriptions',
    summary: 'Create descriptions',
    description: 'All of them or none.',
    permission: 'unit-descriptions.create',
    flag: FLAG,
    body: batch(DescriptionDto),
    returns: data(DescriptionDto),
  })
  async create(@Call() { scope, body, url }: Call<NewDescription[]>) {
    const ids = await this.commands.execute(new CreateDescriptions(scope, body));
    const made = await this.queries.execute(new ListTheseDescriptions(scope, ids));
    return made.with({ Location: url });
  }

  @Operation('PUT', '', {
    id: 'update-descriptions',
    summary: 'Update descriptions',
    description: 'All of them or none.',
    permission: 'unit-descriptions.update',
    flag: FLAG,
    body: batch(DescriptionDto, 'update'),
    returns: data(DescriptionDto),
  })
  async update(@Call() { scope, body }: Call<DescriptionChanges[]>) {
    const ids = await this.commands.execute(new UpdateDescriptions(scope, body));
    return this.queries.execute(new ListTheseDescriptions(scope, ids));
  }

  @Operation('GET', ':description', {
    id: 'view-description',
    summary: 'View description',
    permission: 'unit-descriptions.read',
    flag: FLAG,
    returns: one(DescriptionDto),
  })
  view(@Call() { scope }: Call) {
    return this.queries.execute(new ViewDescription(scope));
  }
}
