import { assetRows } from '@app/platform/resources';

export const GROUPS = assetRows(
  'reference.unit_reference_group',
  'unit_reference_group.name, unit_reference_group.description, unit_reference_group.key',
);
