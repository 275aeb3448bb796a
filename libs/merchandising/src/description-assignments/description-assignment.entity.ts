import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The description of a unit in a group. Written in batches by SQL. */
@Entity({ schema: 'merchandising', name: 'description_assignment' })
@Index('description_assignment_by_unit', ['assetId', 'unitId'])
export class DescriptionAssignment {
  @PrimaryColumn('bigint') readonly assetId: string;
  @PrimaryColumn('bigint') readonly groupId: string;
  @PrimaryColumn('bigint') readonly unitId: string;
  @Column('bigint') readonly descriptionId: string;
}
