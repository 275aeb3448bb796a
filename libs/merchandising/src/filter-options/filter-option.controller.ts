import {
  BATCH_DESCRIPTION,
  batchOptions,
  body,
  Ctx,
  type DeletionContext,
  DeleteOperation,
  DRY_RUN,
  matchBy,
  Operation,
  type RequestContext,
  Resource,
  returns,
  rulesOf,
  SAVED_BATCH,
} from '@app/platform/rest';
import { DeleteUnused, ListResources, referencesIn, UpdateResource, ViewResource } from '@app/platform/resources';
import { UnitOfWork } from '@app/platform/persistence';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { CreateFilterOption } from './create-filter-option.command.js';
import { FilterOption } from './filter-option.aggregate.js';
import {
  CREATE_FILTER_OPTION,
  type CreateFilterOptionDto,
  FILTER_OPTION,
  SaveFilterOptionDto,
  UpdateFilterOptionDto,
} from './filter-option.dto.js';
import { SaveFilterOptions } from './save-filter-options.command.js';
import { FILTER_OPTIONS } from './filter-option.queries.js';

const RULES = rulesOf(CREATE_FILTER_OPTION);
const MATCH_BY = matchBy(
  ['id', 'label'],
  '`id`, the default: an item with an `id` changes that option, one without creates one. `label`: an item changes the option with its label, or creates one.',
);

interface BatchQuery {
  matchBy?: 'id' | 'label';
  dryRun?: boolean;
}

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
    private readonly work: UnitOfWork,
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
    return this.work.run(async () => {
      const id = await this.commands.execute(new CreateFilterOption(ids, body));
      return created(id, await this.queries.execute(new ViewResource(FILTER_OPTIONS, actor, ids, id)));
    });
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

  @Operation('PUT', 'batch', {
    id: 'save-options',
    extension: true,
    description: `${BATCH_DESCRIPTION} New options come last, in the order of their items; their type is that of the filter.`,
    permission: 'filters.update',
    query: [MATCH_BY, DRY_RUN],
    body: body.batch(SaveFilterOptionDto).ignoring(FILTER_OPTION.custom),
    returns: SAVED_BATCH,
  })
  async save(
    @Ctx() { actor, ids, body, query }: RequestContext<'asset' | 'filter', SaveFilterOptionDto[], BatchQuery>,
  ) {
    const ofType = (type: keyof typeof CREATE_FILTER_OPTION) =>
      batchOptions(CREATE_FILTER_OPTION[type], 'filters', actor, query);
    const options = {
      custom: ofType('custom'),
      floor: ofType('floor'),
      floor_plan: ofType('floor_plan'),
      range: ofType('range'),
    };
    const { matchBy = 'id', dryRun = false } = query;
    return { data: await this.commands.execute(new SaveFilterOptions(ids, matchBy, body, options, dryRun)) };
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
    return this.work.run(async () => {
      await this.commands.execute(new UpdateResource(FilterOption, ids.assetId, ids.optionId, body, RULES));
      return this.queries.execute(new ViewResource(FILTER_OPTIONS, actor, ids, ids.optionId));
    });
  }

  @DeleteOperation(':option', { id: 'delete-option', what: 'an option', permission: 'filters.delete' })
  delete(@Ctx() { ids, query }: DeletionContext<'asset' | 'filter' | 'option'>) {
    return this.commands.execute(new DeleteUnused(FilterOption, { assetId: ids.assetId, id: ids.optionId }, query));
  }
}
