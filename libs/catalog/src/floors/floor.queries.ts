import { assetRows } from '@app/platform/resources';

export const FLOORS = {
  ...assetRows('catalog.floor', 'floor.name, floor.filter_label, floor.filter_short_label, floor.sort'),
  order: 'floor.sort, floor.id',
};
