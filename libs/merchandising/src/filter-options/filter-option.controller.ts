import {
  body,
  Ctx,
  type DeletionContext,
  Deletes,
  Operation,
  type RequestContext,
  Resource,
  returns,
  rulesOf,
} from '@app/platform/rest';
import { DeleteUnused, ListResources, referencesIn, UpdateResource, ViewResource } from '@app/platform/resources';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { CreateFilterOption } from './create-filter-option.command.js';
import { FilterOption } from './filter-option.aggregate.js';
import {
  CREATE_FILTER_OPTION,
  type CreateFilterOptionDto,
  FILTER_OPTION,
  UpdateFilterOptionDto,
} from './filter-option.dto.js';
import { FILTER_OPTIONS } from './filter-option.queries.js';

const RULES = rulesOf(CREATE_FILTER_OPTION);
const references = (sent: object) => referencesIn(FilterOption, sent);

@Resource('assets/:asset/multifamily/filters/:filter/options', {
  tag: 'Filters',
  tables: { filter: 'merchandising.filter', option: 'merchandising.filter_option' },
  flag: 'filters-resource',
})
export class FilterOptionController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  @Operation('GET', '', {
    id: 'list-options',
    description: 'Lists the options of a filter, ordered by `sort`.',
    permission: 'filters.read',
    returns: returns.list(FILTER_OPTION),
  })
  list(@Ctx() { actor, ids, page }: RequestContext<'asset' | 'filter'>) {
    return this.queries.execute(new ListResources(FILTER_OPTIONS, actor, ids, page));
  }

  @Operation('POST', '', {
    id: 'create-option',
    description: 'Adds an option to a filter. `type` must be the type of the filter.',
    permission: 'filters.create',
    body: body.variants(CREATE_FILTER_OPTION),
    references,
    returns: returns.one(FILTER_OPTION),
  })
  async create(@Ctx() { actor, ids, body, created }: RequestContext<'asset' | 'filter', CreateFilterOptionDto>) {
    const id = await this.commands.execute(new CreateFilterOption(ids, body));
    return created(id, await this.queries.execute(new ViewResource(FILTER_OPTIONS, actor, ids, id)));
  }

  @Operation('GET', ':option', {
    id: 'view-option',
    description: 'Returns one option of a filter.',
    permission: 'filters.read',
    returns: returns.one(FILTER_OPTION),
  })
  view(@Ctx() { actor, ids }: RequestContext<'asset' | 'filter' | 'option'>) {
    return this.queries.execute(new ViewResource(FILTER_OPTIONS, actor, ids, ids.optionId));
  }

  @Operation('PUT', ':option', {
    id: 'update-option',
    description: 'Changes an option of a filter. The type cannot be changed, and fields of other types are rejected.',
    permission: 'filters.update',
    body: body.json(UpdateFilterOptionDto),
    references,
    returns: returns.one(FILTER_OPTION),
  })
  async update(@Ctx() { actor, ids, body }: RequestContext<'asset' | 'filter' | 'option', UpdateFilterOptionDto>) {
    await this.commands.execute(new UpdateResource(FilterOption, ids.assetId, ids.optionId, body, RULES));
    return this.queries.execute(new ViewResource(FILTER_OPTIONS, actor, ids, ids.optionId));
  }

  @Deletes(':option', { id: 'delete-option', what: 'an option', permission: 'filters.delete' })
  delete(@Ctx() { ids, query }: DeletionContext<'asset' | 'filter' | 'option'>) {
    return this.commands.execute(new DeleteUnused(FilterOption, { assetId: ids.assetId, id: ids.optionId }, query));
  }
}
