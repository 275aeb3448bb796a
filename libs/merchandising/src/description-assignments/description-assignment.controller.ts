import { AssignmentController, Resource } from '@app/platform/rest';
import { DESCRIPTION_ASSIGNMENTS } from './description-assignment.entity.js';

@Resource('assets/:asset/multifamily/units/description-groups/:group/units', {
  tag: 'Unit descriptions',
  flag: 'unit-descriptions-resource',
})
export class DescriptionAssignmentController extends AssignmentController({
  assignments: DESCRIPTION_ASSIGNMENTS,
  permission: 'unit-descriptions',
  list: {
    id: 'list-units-assigned-to-descriptions',
    description: 'Lists each unit that has a text of the group, with that text.',
  },
  assign: {
    id: 'assign-units-to-descriptions',
    description:
      'Assigns a text of the group to each unit. It replaces the text that the unit had. The operation assigns all of them or none.',
  },
}) {}
