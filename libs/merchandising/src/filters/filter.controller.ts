import { Call, list, one, Operation, Resource, variants } from '@app/platform/rest';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { CreateFilter, UpdateFilter } from './filter.commands.js';
import { FILTER, type FilterChanges, type NewFilter } from './filter.dto.js';
import { ListFilters, ViewFilter } from './filter.queries.js';

const FLAG = 'filters-resource';

@Resource('assets/:asset/multifamily/filters', { tag: 'Filters', places: { filter: 'merchandising.filter' } })
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
  list(@Call() { scope, page }: Call) {
    return this.queries.execute(new ListFilters(scope, page));
  }

  @Operation('POST', '', {
    id: 'create-filter',
    summary: 'Create filter',
    permission: 'filters.create',
    flag: FLAG,
    body: variants('create', FILTER),
    returns: one(FILTER),
  })
  async create(@Call() { scope, body, created }: Call<NewFilter>) {
    const id = await this.commands.execute(new CreateFilter(scope, body));
    return created(id, await this.queries.execute(new ViewFilter(scope, id)));
  }

  @Operation('GET', ':filter', {
    id: 'view-filter',
    summary: 'View filter',
    permission: 'filters.read',
    flag: FLAG,
    returns: one(FILTER),
  })
  view(@Call() { scope }: Call) {
    return this.queries.execute(new ViewFilter(scope));
  }

  @Operation('PUT', ':filter', {
    id: 'update-filter',
    summary: 'Update filter',
    description: 'The type cannot be changed.',
    permission: 'filters.update',
    flag: FLAG,
    body: variants('update', FILTER),
    returns: one(FILTER),
  })
  async update(@Call() { scope, body }: Call<FilterChanges>) {
    await this.commands.execute(new UpdateFilter(scope, body));
    return this.queries.execute(new ViewFilter(scope));
  }
}
