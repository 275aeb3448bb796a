import { jsonByType } from '@app/platform/persistence';
import type { ResourceRows } from '@app/platform/resources';

const COMMON = `option.id::text, option.asset_id::text, option.filter_id::text, option.type, option.label, option.sort,
  option.is_enabled`;
const DATES = `option.created_at, option.updated_at`;

export const FILTER_OPTIONS: ResourceRows = {
  parents: { filter: 'merchandising.filter' },
  from: 'merchandising.filter_option option',
  where: 'option.asset_id = :asset and option.filter_id = :filter',
  expression: jsonByType('option.type', {
    custom: `${COMMON}, ${DATES}`,
    floor: `${COMMON}, option.floor_id::text, option.short_label, ${DATES}`,
    floor_plan: `${COMMON}, option.floor_plan_id::text, ${DATES}`,
    range: `${COMMON}, option.min, option.max, ${DATES}`,
  }),
  order: 'option.sort, option.id',
};
