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
  dto: DescriptionGroupDto,
}) {}
