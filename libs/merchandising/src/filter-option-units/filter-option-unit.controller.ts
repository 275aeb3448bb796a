import { batch, Ctx, data, list, nothing, Operation, type RequestContext, Resource } from '@app/platform/rest';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { AssignOptionUnits, RemoveOptionUnits } from './filter-option-unit.commands.js';
import { FilterOptionUnitDto } from './filter-option-unit.dto.js';
import { ListOptionUnits, ListTheseOptionUnits } from './filter-option-unit.queries.js';

const WITHOUT_UNITS = {
  409: { option_without_units: 'An option of type floor takes no units: only custom ones do' },
};

@Resource('assets/:asset/multifamily/filters/:filter/options/:option/units', {
  tag: 'Filters',
  tables: { filter: 'merchandising.filter', option: 'merchandising.filter_option' },
  flag: 'filters-resource',
})
export class FilterOptionUnitController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  @Operation('GET', '', {
    id: 'list-units-of-a-custom-option',
    summary: 'List units of a custom option',
    description: 'Lists the units that visitors see when they choose this option.',
    permission: 'filters.read',
    returns: list(FilterOptionUnitDto),
    errors: WITHOUT_UNITS,
  })
  list(@Ctx() { actor, ids, page }: RequestContext<'asset' | 'filter' | 'option'>) {
    return this.queries.execute(new ListOptionUnits(actor, ids, page));
  }

  @Operation('PUT', '', {
    id: 'assign-units-to-a-custom-option',
    summary: 'Assign units to a custom option',
    description: 'Assigns units to an option. Other units stay assigned. The operation assigns all of them or none.',
    permission: 'filters.update',
    body: batch(FilterOptionUnitDto),
    returns: data(FilterOptionUnitDto),
    errors: WITHOUT_UNITS,
  })
  async assign(@Ctx() { ids, body }: RequestContext<'asset' | 'filter' | 'option', FilterOptionUnitDto[]>) {
    const unitIds = await this.commands.execute(new AssignOptionUnits(ids, body));
    return this.queries.execute(new ListTheseOptionUnits(ids, unitIds));
  }

  @Operation('PUT', 'remove', {
    id: 'remove-units-from-a-custom-option',
    summary: 'Remove units from a custom option',
    extension: true,
    description:
      'Removes units from an option. Units that are not assigned are accepted. An extension of the specification.',
    permission: 'filters.update',
    body: batch(FilterOptionUnitDto),
    returns: nothing,
    errors: WITHOUT_UNITS,
  })
  async remove(@Ctx() { ids, body }: RequestContext<'asset' | 'filter' | 'option', FilterOptionUnitDto[]>) {
    await this.commands.execute(new RemoveOptionUnits(ids, body));
  }
}
