import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Which of a group's descriptions a unit has. Written in sets, by SQL. */
@Entity({ schema: 'merchandising', name: 'description_assignment' })
@Index('description_assignment_by_unit', ['assetId', 'unitId'])
export class DescriptionAssignment {
  @PrimaryColumn('bigint') readonly assetId: string;
  @PrimaryColumn('bigint') readonly groupId: string;
  @PrimaryColumn('bigint') readonly unitId: string;
  @Column('bigint') readonly descriptionId: string;
}
