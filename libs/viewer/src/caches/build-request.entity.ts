import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** That an asset's document is to be built: as often as it is asked for, it is one row. */
@Entity({ schema: 'viewer', name: 'build_request' })
@Index('build_request_due', ['nextTryAt'], { where: 'next_try_at is not null' })
export class BuildRequest {
  @PrimaryColumn('bigint') readonly assetId: string;
  /** counts up with each wish */
  @Column('integer', { default: 1 }) readonly requested: number;
  /** builds that have failed since the last good one */
  @Column('integer', { default: 0 }) readonly attempts: number;
  /** none once it is built (build.job.ts) */
  @Column('timestamptz', { nullable: true, default: () => 'now()' }) readonly nextTryAt: Date | null;
}
