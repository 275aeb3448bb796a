import { Resource, ResourceController } from '@app/platform/rest';
import { Filter } from './filter.aggregate.js';
import { CREATE_FILTER, FILTER, UPDATE_FILTER } from './filter.dto.js';
import { FILTERS, LISTED_FILTERS } from './filter.queries.js';

@Resource('assets/:asset/multifamily/filters', {
  tag: 'Filters',
  tables: { filter: 'merchandising.filter' },
  flag: 'filters-resource',
})
export class FilterController extends ResourceController({
  name: 'filter',
  entity: Filter,
  create: CREATE_FILTER,
  update: UPDATE_FILTER,
  dto: FILTER,
  rows: LISTED_FILTERS,
  row: FILTERS,
  operations: { update: { description: 'The type cannot be changed.' } },
}) {}
