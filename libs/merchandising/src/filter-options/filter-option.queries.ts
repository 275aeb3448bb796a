import { assetRowsByType, columnsOf, type ResourceRows } from '@app/platform/resources';
import { FilterOption, OF_ONE_TYPE } from './filter-option.aggregate.js';
import { FILTER_TYPES, type FilterType } from '../filters/filter.dto.js';

function columns(type: FilterType): string {
  const ofOthers = OF_ONE_TYPE.filter(([, , its]) => its !== type).map(([, column]) => column);
  return columnsOf(FilterOption, 'filter_option', ofOthers);
}

export const FILTER_OPTIONS: ResourceRows = {
  ...assetRowsByType(
    'merchandising.filter_option',
    Object.fromEntries(FILTER_TYPES.map((type) => [type, columns(type)])),
  ),
  parents: { filter: 'merchandising.filter' },
  where: 'filter_option.asset_id = :asset and filter_option.filter_id = :filter',
  order: 'filter_option.sort, filter_option.id',
};
