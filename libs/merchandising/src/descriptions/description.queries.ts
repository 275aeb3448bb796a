import type { ResourceRows } from '@app/platform/resources';

export const DESCRIPTIONS: ResourceRows = {
  parents: { group: 'merchandising.description_group' },
  from: 'merchandising.description description',
  where: 'description.asset_id = :asset and description.group_id = :group',
  select: `description.id::text, description.asset_id::text, description.group_id::text, description.name, description.label,
    description.body, description.is_enabled, description.created_at, description.updated_at`,
};
