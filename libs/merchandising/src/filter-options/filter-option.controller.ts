import { Call, list, one, Operation, Resource, update, variants } from '@app/platform/rest';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { CreateFilterOption, UpdateFilterOption } from './filter-option.commands.js';
import { FILTER_OPTION, type FilterOptionChanges, FilterOptionDto, type NewFilterOption } from './filter-option.dto.js';
import { ListFilterOptions, ViewFilterOption } from './filter-option.queries.js';

const FLAG = 'filters-resource';

@Resource('assets/:asset/multifamily/filters/:filter/options', {
  tag: 'Filters',
  places: { filter: 'merchandising.filter', option: 'merchandising.filter_option' },
})
export class FilterOptionController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  @Operation('GET', '', {
    id: 'list-options',
    summary: 'List options',
    description: 'In the order of `sort`.',
    permission: 'filters.read',
    flag: FLAG,
    returns: list(FILTER_OPTION),
  })
  list(@Call() { scope, page }: Call) {
    return this.queries.execute(new ListFilterOptions(scope, page));
  }

  @Operation('POST', '', {
    id: 'create-option',
    summary: 'Create option',
    description: 'The type must be that of the filter.',
    permission: 'filters.create',
    flag: FLAG,
    body: variants('create', FILTER_OPTION),
    returns: one(FILTER_OPTION),
  })
  async create(@Call() { scope, body, created }: Call<NewFilterOption>) {
    const id = await this.commands.execute(new CreateFilterOption(scope, body));
    return created(id, await this.queries.execute(new ViewFilterOption(scope, id)));
  }

  @Operation('GET', ':option', {
    id: 'view-option',
    summary: 'View option',
    permission: 'filters.read',
    flag: FLAG,
    returns: one(FILTER_OPTION),
  })
  view(@Call() { scope }: Call) {
    return this.queries.execute(new ViewFilterOption(scope));
  }

  @Operation('PUT', ':option', {
    id: 'update-option',
    summary: 'Update option',
    description: 'The type cannot be changed, and fields of other types are not accepted.',
    permission: 'filters.update',
    flag: FLAG,
    body: update(FilterOptionDto),
    returns: one(FILTER_OPTION),
  })
  async update(@Call() { scope, body }: Call<FilterOptionChanges>) {
    await this.commands.execute(new UpdateFilterOption(scope, body));
    return this.queries.execute(new ViewFilterOption(scope));
  }
}
