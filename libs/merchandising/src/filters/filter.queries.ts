import { assetRowsByType, columnsOf } from '@app/platform/resources';
import { Filter } from './filter.aggregate.js';

const OPTIONS = `(select coalesce(json_agg(json_build_object('id', option.id::text, 'label', option.label, 'sort', option.sort)
  order by option.sort, option.id), '[]') from merchandising.filter_option option
  where option.asset_id = :asset and option.filter_id = filter.id) as options`;

const COLUMNS = `${columnsOf(Filter, 'filter', ['range_type'])}, ${OPTIONS}`;

/** A filter with its options, which lists leave out. */
export const FILTER_WITH_OPTIONS = assetRowsByType('merchandising.filter', {
  custom: COLUMNS,
  floor: COLUMNS,
  floor_plan: COLUMNS,
  range: `filter.range_type, ${COLUMNS}`,
});
