import { Ctx, list, one, Operation, type RequestContext, Resource, variants } from '@app/platform/rest';
import { CreateResource, ListResources, UpdateResource, ViewResource } from '@app/platform/resources';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Filter } from './filter.aggregate.js';
import { CREATE_FILTER, type CreateFilterDto, FILTER, UPDATE_FILTER, type UpdateFilterDto } from './filter.dto.js';
import { FILTERS, LISTED_FILTERS } from './filter.queries.js';

@Resource('assets/:asset/multifamily/filters', {
  tag: 'Filters',
  tables: { filter: 'merchandising.filter' },
  flag: 'filters-resource',
})
export class FilterController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  @Operation('GET', '', {
    id: 'list-filters',
    summary: 'List filters',
    permission: 'filters.read',
    returns: list(FILTER),
  })
  list(@Ctx() { actor, ids, page }: RequestContext<'asset'>) {
    return this.queries.execute(new ListResources(LISTED_FILTERS, actor, ids.assetId, page));
  }

  @Operation('POST', '', {
    id: 'create-filter',
    summary: 'Create filter',
    permission: 'filters.create',
    body: variants(CREATE_FILTER),
    returns: one(FILTER),
  })
  async create(@Ctx() { actor, ids, body, created }: RequestContext<'asset', CreateFilterDto>) {
    const id = await this.commands.execute(new CreateResource(Filter, ids.assetId, body));
    return created(id, await this.queries.execute(new ViewResource(FILTERS, actor, ids.assetId, id)));
  }

  @Operation('GET', ':filter', {
    id: 'view-filter',
    summary: 'View filter',
    permission: 'filters.read',
    returns: one(FILTER),
  })
  view(@Ctx() { actor, ids }: RequestContext<'asset' | 'filter'>) {
    return this.queries.execute(new ViewResource(FILTERS, actor, ids.assetId, ids.filterId));
  }

  @Operation('PUT', ':filter', {
    id: 'update-filter',
    summary: 'Update filter',
    description: 'The type cannot be changed.',
    permission: 'filters.update',
    body: variants(UPDATE_FILTER),
    returns: one(FILTER),
  })
  async update(@Ctx() { actor, ids, body }: RequestContext<'asset' | 'filter', UpdateFilterDto>) {
    await this.commands.execute(new UpdateResource(Filter, ids.assetId, ids.filterId, body));
    return this.queries.execute(new ViewResource(FILTERS, actor, ids.assetId, ids.filterId));
  }
}
