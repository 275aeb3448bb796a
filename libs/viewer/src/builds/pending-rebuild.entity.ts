import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** A document that has to follow a change: until its build is requested (changes.job.ts). */
@Entity({ schema: 'viewer', name: 'change' })
export class PendingRebuild {
  @PrimaryColumn('bigint') readonly assetId: string;
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) readonly id: string;
  @Column('timestamptz', { default: () => 'kernel.now()' }) readonly notedAt: Date;
}
