import { assetRows } from '@app/platform/resources';

export const BUILDINGS = assetRows('catalog.building', 'building.name, building.label');
