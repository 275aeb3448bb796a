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
  descriptions: {
    list: 'How visitors narrow down the units of a map. Options are in List options.',
    view: 'One filter with its options.',
    create:
      'Adds a filter to the map. Its `type` says what its options select, and cannot be changed afterwards; a `custom` filter needs options, and units assigned to them.',
    update: 'Changes name, label or `is_enabled`. The type cannot be changed.',
  },
  dto: FILTER,
  rows: LISTED_FILTERS,
  row: FILTERS,
}) {}
