import { Column, CreateDateColumn, Entity, Index, PrimaryColumn, Unique, UpdateDateColumn } from 'typeorm';

/** What a unit is called in the system of a group. Written and read by SQL only; this class is its shape for the comparison with the migrations. */
@Entity({ schema: 'reference', name: 'unit_reference' })
@Unique('unit_reference_value', ['assetId', 'groupId', 'value'], { deferrable: 'INITIALLY DEFERRED' })
@Index('unit_reference_by_unit', ['assetId', 'unitId'])
export class UnitReference {
  @PrimaryColumn('bigint') readonly assetId: string;
  @PrimaryColumn('bigint') readonly groupId: string;
  @PrimaryColumn('bigint') readonly unitId: string;
  @Column('text', { nullable: true }) readonly value: string | null;
  @CreateDateColumn({ type: 'timestamptz', precision: 0, default: () => 'now()' }) readonly createdAt: Date;
  @UpdateDateColumn({ type: 'timestamptz', precision: 0, default: () => 'now()' }) readonly updatedAt: Date;
}
