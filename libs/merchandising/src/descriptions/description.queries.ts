import { assetRows, columnsOf, type ResourceRows } from '@app/platform/resources';
import { Description } from './description.aggregate.js';

export const DESCRIPTIONS: ResourceRows = {
  ...assetRows('merchandising.description', columnsOf(Description, 'description')),
  parents: { group: 'merchandising.description_group' },
  where: 'description.asset_id = :asset and description.group_id = :group',
};
