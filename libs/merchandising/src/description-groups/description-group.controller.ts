import { Resource, ResourceController } from '@app/platform/rest';
import { DescriptionGroup } from './description-group.aggregate.js';
import { CreateDescriptionGroupDto, DescriptionGroupDto, UpdateDescriptionGroupDto } from './description-group.dto.js';

@Resource('assets/:asset/multifamily/units/description-groups', {
  tag: 'Unit descriptions',
  tables: { group: 'merchandising.description_group' },
  flag: 'unit-descriptions-resource',
})
export class DescriptionGroupController extends ResourceController({
  name: 'description-group',
  parameter: 'group',
  permission: 'unit-descriptions',
  entity: DescriptionGroup,
  create: CreateDescriptionGroupDto,
  update: UpdateDescriptionGroupDto,
  descriptions: {
    list: 'The groups of texts about units. A unit shows one text of each group, as a tab beside the map.',
    view: 'One group; its texts are in List descriptions.',
    create: 'Adds a group. Then create its descriptions, and assign units to them.',
    update: 'Renames a group.',
  },
  dto: DescriptionGroupDto,
}) {}
