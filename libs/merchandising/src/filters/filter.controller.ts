import { Resource, ResourceController } from '@app/platform/rest';
import { Filter } from './filter.aggregate.js';
import { CREATE_FILTER, FILTER, UPDATE_FILTER } from './filter.dto.js';
import { FILTER_WITH_OPTIONS } from './filter.queries.js';

@Resource('assets/:asset/multifamily/filters', {
  tag: 'Filters',
  flag: 'filters-resource',
})
export class FilterController extends ResourceController({
  name: 'filter',
  entity: Filter,
  deletesUnused: true,
  create: CREATE_FILTER,
  update: UPDATE_FILTER,
  descriptions: {
    list: 'Lists the filters with which visitors narrow down the units of a map. For the options of a filter, use List options.',
    view: 'Returns one filter with its options.',
    create:
      'Adds a filter to the map. `type` says what its options select, and cannot be changed later. A `custom` filter also needs options, and units assigned to them.',
    update: 'Changes the name, label or `is_enabled` of a filter. The type cannot be changed.',
  },
  dto: FILTER,
  row: FILTER_WITH_OPTIONS,
}) {}
