import { Ctx, list, one, Operation, type RequestContext, Resource, variants } from '@app/platform/rest';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { CreateFilter, UpdateFilter } from './filter.commands.js';
import { CREATE_FILTER, type CreateFilterDto, FILTER, UPDATE_FILTER, type UpdateFilterDto } from './filter.dto.js';
import { ListFilters, ViewFilter } from './filter.queries.js';

const FLAG = 'filters-resource';

@Resource('assets/:asset/multifamily/filters', { tag: 'Filters', tables: { filter: 'merchandising.filter' } })
export class FilterController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  @Operation('GET', '', {
    id: 'list-filters',
    summary: 'List filters',
    permission: 'filters.read',
    flag: FLAG,
    returns: list(FILTER),
  })
  list(@Ctx() { actor, ids, page }: RequestContext<'asset'>) {
    return this.queries.execute(new ListFilters(actor, ids.assetId, page));
  }

  @Operation('POST', '', {
    id: 'create-filter',
    summary: 'Create filter',
    permission: 'filters.create',
    flag: FLAG,
    body: variants(CREATE_FILTER),
    returns: one(FILTER),
  })
  async create(@Ctx() { actor, ids, body, created }: RequestContext<'asset', CreateFilterDto>) {
    const id = await this.commands.execute(new CreateFilter(ids.assetId, body));
    return created(id, await this.queries.execute(new ViewFilter(actor, { ...ids, filterId: id })));
  }

  @Operation('GET', ':filter', {
    id: 'view-filter',
    summary: 'View filter',
    permission: 'filters.read',
    flag: FLAG,
    returns: one(FILTER),
  })
  view(@Ctx() { actor, ids }: RequestContext<'asset' | 'filter'>) {
    return this.queries.execute(new ViewFilter(actor, ids));
  }

  @Operation('PUT', ':filter', {
    id: 'update-filter',
    summary: 'Update filter',
    description: 'The type cannot be changed.',
    permission: 'filters.update',
    flag: FLAG,
    body: variants(UPDATE_FILTER),
    returns: one(FILTER),
  })
  async update(@Ctx() { actor, ids, body }: RequestContext<'asset' | 'filter', UpdateFilterDto>) {
    await this.commands.execute(new UpdateFilter(ids, body));
    return this.queries.execute(new ViewFilter(actor, ids));
  }
}
