import { AssignmentController, Resource } from '@app/platform/rest';
import { FILTER_OPTION_UNITS } from './filter-option-unit.entity.js';

@Resource('assets/:asset/multifamily/filters/:filter/options/:option/units', {
  tag: 'Filters',
  flag: 'filters-resource',
})
export class FilterOptionUnitController extends AssignmentController({
  assignments: FILTER_OPTION_UNITS,
  permission: 'filters',
  errors: { 409: { option_without_units: 'An option of type floor cannot have units: only custom options can' } },
  list: {
    id: 'list-units-of-a-custom-option',
    description: 'Lists the units that visitors see when they choose this option.',
  },
  assign: {
    id: 'assign-units-to-a-custom-option',
    description: 'Assigns units to an option. Other units stay assigned. The operation assigns all of them or none.',
  },
  remove: {
    id: 'remove-units-from-a-custom-option',
    extension: true,
    description: 'Removes units from an option. Units that are not assigned are ignored.',
  },
}) {}
