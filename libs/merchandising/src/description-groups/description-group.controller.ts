import { Resource, ResourceController } from '@app/platform/rest';
import { DescriptionGroup } from './description-group.aggregate.js';
import { CreateDescriptionGroupDto, DescriptionGroupDto, UpdateDescriptionGroupDto } from './description-group.dto.js';

@Resource('assets/:asset/multifamily/units/description-groups', {
  tag: 'Unit descriptions',
  flag: 'unit-descriptions-resource',
})
export class DescriptionGroupController extends ResourceController({
  name: 'description-group',
  parameter: 'group',
  permission: 'unit-descriptions',
  entity: DescriptionGroup,
  deletesUnused: true,
  create: CreateDescriptionGroupDto,
  update: UpdateDescriptionGroupDto,
  descriptions: {
    list: 'Lists the groups of texts about units. A unit shows one text of each group, as a tab beside the map.',
    view: 'Returns one group. For its texts, use List descriptions.',
    create: 'Adds a group. Create its descriptions next, and assign units to them.',
    update: 'Changes the name of a group.',
  },
  dto: DescriptionGroupDto,
}) {}
