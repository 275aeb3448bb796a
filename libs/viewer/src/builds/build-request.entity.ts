import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A queued build of an asset's document: one row however often it is requested. */
@Entity({ schema: 'viewer', name: 'build_request' })
@Index('build_request_due', ['nextTryAt'], { where: 'next_try_at is not null' })
export class BuildRequest {
  @PrimaryColumn('bigint') readonly assetId: string;
  /** goes up with each request; a document notes the number that it was built for */
  @Column('integer', { default: 1 }) readonly requested: number;
  /** builds that have failed since the last good one */
  @Column('integer', { default: 0 }) readonly attempts: number;
  /** none once it is built (build.job.ts) */
  @Column('timestamptz', { nullable: true, default: () => 'now()' }) readonly nextTryAt: Date | null;
}
