import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The build request of an asset's document; a single row, however often it is requested. */
@Entity({ schema: 'viewer', name: 'build_request' })
@Index('build_request_due', ['nextTryAt'], { where: 'next_try_at is not null' })
export class BuildRequest {
  @PrimaryColumn('bigint') readonly assetId: string;
  /** incremented by each request; a document records the number that it was built for */
  @Column('integer', { default: 1 }) readonly requested: number;
  /** failed builds since the last successful one */
  @Column('integer', { default: 0 }) readonly attempts: number;
  /** `pg_current_snapshot()` of the request: its build contains every change that is visible in it */
  @Column('text', { default: () => '(pg_current_snapshot())' }) readonly snapshot: string;
  /** null once built (build-documents.job.ts) */
  @Column('timestamptz', { nullable: true, default: () => 'now()' }) readonly nextTryAt: Date | null;
}
