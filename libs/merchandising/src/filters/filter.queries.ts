import { jsonByType } from '@app/platform/persistence';

const COMMON = `filter.id::text, filter.asset_id::text, filter.name, filter.label, filter.type, filter.is_enabled`;
const DATES = `filter.created_at, filter.updated_at`;
const OPTIONS = `(select coalesce(json_agg(json_build_object('id', option.id::text, 'label', option.label, 'sort', option.sort)
  order by option.sort, option.id), '[]') from merchandising.filter_option option
  where option.asset_id = :asset and option.filter_id = filter.id) as options`;

const byType = (columns: string) =>
  jsonByType('filter.type', {
    custom: columns,
    floor: columns,
    floor_plan: columns,
    range: `filter.range_type, ${columns}`,
  });
const OF_ASSET = { from: 'merchandising.filter filter', where: 'filter.asset_id = :asset' };

export const FILTERS = { ...OF_ASSET, expression: byType(`${COMMON}, ${OPTIONS}, ${DATES}`) };
/** Without their options. */
export const LISTED_FILTERS = { ...OF_ASSET, expression: byType(`${COMMON}, ${DATES}`) };
