import { Column, CreateDateColumn, Entity, Index, PrimaryColumn, Unique, UpdateDateColumn } from 'typeorm';

/** The id of a unit in the system of a group. Only SQL reads and writes it; the entity lets the schema check compare it with the migrations. */
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
