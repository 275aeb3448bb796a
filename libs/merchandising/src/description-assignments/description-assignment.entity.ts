import { Assignments } from '@app/platform/resources';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { DescriptionGroup } from '../description-groups/description-group.aggregate.js';
import { DescriptionAssignmentDto } from './description-assignment.dto.js';

/** The description of a unit in a group. */
@Entity({ schema: 'merchandising', name: 'description_assignment' })
@Index('description_assignment_by_unit', ['assetId', 'unitId'])
export class DescriptionAssignment {
  @PrimaryColumn('bigint') readonly assetId: string;
  @PrimaryColumn('bigint') readonly groupId: string;
  @PrimaryColumn('bigint') readonly unitId: string;
  @Column('bigint') readonly descriptionId: string;
}

export const DESCRIPTION_ASSIGNMENTS = new Assignments({
  entity: DescriptionAssignment,
  dto: DescriptionAssignmentDto,
  owner: DescriptionGroup,
  parents: { group: 'merchandising.description_group' },
  references: { unitId: 'catalog.unit_v1', descriptionId: { table: 'merchandising.description', below: 'group' } },
});
