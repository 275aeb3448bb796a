import {
  body,
  Ctx,
  type DeletionContext,
  DeleteOperation,
  Operation,
  type RequestContext,
  Resource,
  returns,
  rulesOf,
} from '@app/platform/rest';
import { DeleteUnused, FindResources, ListResources, UpdateResource, ViewResource } from '@app/platform/resources';
import { UnitOfWork } from '@app/platform/persistence';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Description } from './description.aggregate.js';
import { CreateDescriptions } from './create-descriptions.command.js';
import {
  CreateDescriptionDto,
  DescriptionChangesDto,
  DescriptionDto,
  UpdateDescriptionDto,
} from './description.dto.js';
import { DESCRIPTIONS } from './description.queries.js';
import { descriptionsNamed, UpdateDescriptions } from './update-descriptions.command.js';

const RULES = rulesOf(CreateDescriptionDto);

@Resource('assets/:asset/multifamily/units/description-groups/:group/descriptions', {
  tag: 'Unit descriptions',
  tables: { group: 'merchandising.description_group', description: 'merchandising.description' },
  flag: 'unit-descriptions-resource',
})
export class DescriptionController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly work: UnitOfWork,
  ) {}

  @Operation('GET', '', {
    id: 'list-descriptions',
    description: 'Lists the texts of a group.',
    permission: 'unit-descriptions.read',
    returns: returns.list(DescriptionDto),
  })
  list(@Ctx() { actor, ids, page }: RequestContext<'asset' | 'group'>) {
    return this.queries.execute(new ListResources(DESCRIPTIONS, actor, ids, page));
  }

  @Operation('POST', '', {
    id: 'create-descriptions',
    description: 'Adds texts to a group. The operation creates all of them or none.',
    permission: 'unit-descriptions.create',
    body: body.batch(CreateDescriptionDto),
    returns: returns.batch(DescriptionDto),
  })
  async create(@Ctx() { ids, body, created }: RequestContext<'asset' | 'group', CreateDescriptionDto[]>) {
    const wanted = await this.commands.execute(new CreateDescriptions(ids, body));
    return created(undefined, await this.queries.execute(new FindResources(DESCRIPTIONS, ids, wanted)));
  }

  @Operation('PUT', '', {
    id: 'update-descriptions',
    description: 'Changes texts of a group. The operation changes all of them or none.',
    permission: 'unit-descriptions.update',
    body: body.batch(UpdateDescriptionDto),
    references: descriptionsNamed,
    returns: returns.batch(DescriptionDto),
  })
  async update(@Ctx() { ids, body }: RequestContext<'asset' | 'group', UpdateDescriptionDto[]>) {
    const updated = await this.commands.execute(new UpdateDescriptions(ids, body));
    return this.queries.execute(new FindResources(DESCRIPTIONS, ids, updated));
  }

  @Operation('GET', ':description', {
    id: 'view-description',
    description: 'Returns one text with its label.',
    permission: 'unit-descriptions.read',
    returns: returns.one(DescriptionDto),
  })
  view(@Ctx() { actor, ids }: RequestContext<'asset' | 'group' | 'description'>) {
    return this.queries.execute(new ViewResource(DESCRIPTIONS, actor, ids, ids.descriptionId));
  }

  @Operation('PUT', ':description', {
    id: 'update-description',
    extension: true,
    description: 'Changes one text. With `If-Match`, only as you have seen it.',
    permission: 'unit-descriptions.update',
    body: body.json(DescriptionChangesDto),
    returns: returns.one(DescriptionDto),
  })
  async updateOne(
    @Ctx() { actor, ids, body }: RequestContext<'asset' | 'group' | 'description', DescriptionChangesDto>,
  ) {
    return this.work.run(async () => {
      await this.commands.execute(new UpdateResource(Description, ids.assetId, ids.descriptionId, body, RULES));
      return this.queries.execute(new ViewResource(DESCRIPTIONS, actor, ids, ids.descriptionId));
    });
  }

  @DeleteOperation(':description', { id: 'delete-description', what: 'a text', permission: 'unit-descriptions.delete' })
  delete(@Ctx() { ids, query }: DeletionContext<'asset' | 'group' | 'description'>) {
    return this.commands.execute(new DeleteUnused(Description, { assetId: ids.assetId, id: ids.descriptionId }, query));
  }
}
