import { assetRows } from '@app/platform/resources';

export const FLOOR_PLANS = assetRows(
  'catalog.floor_plan',
  `floor_plan.name, floor_plan.bedroom_count, floor_plan.bathroom_count, floor_plan.filter_label,
    :files || floor_plan.image as image_url, :files || floor_plan.secondary_image as secondary_image_url`,
);
