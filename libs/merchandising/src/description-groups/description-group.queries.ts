import { assetRows } from '@app/platform/resources';

export const GROUPS = assetRows('merchandising.description_group', 'description_group.name');
