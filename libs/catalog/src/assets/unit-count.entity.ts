import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** Units that an asset gained or lost, written by triggers; with the id 0, what unit-counts.job.ts has folded. */
@Entity({ schema: 'catalog', name: 'unit_count' })
@Index('unit_count_to_fold', ['id'], { where: 'id > 0' })
export class UnitCount {
  @PrimaryColumn('bigint') readonly assetId: string;
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) readonly id: string;
  @Column('integer') readonly units: number;
}
