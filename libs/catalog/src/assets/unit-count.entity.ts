import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** Changes of an asset's number of units, written by triggers; the row with id 0 is the sum folded by CountUnitsJob. */
@Entity({ schema: 'catalog', name: 'unit_count' })
@Index('unit_count_to_fold', ['id'], { where: 'id > 0' })
export class UnitCount {
  @PrimaryColumn('bigint') readonly assetId: string;
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) readonly id: string;
  @Column('integer') readonly units: number;
}
