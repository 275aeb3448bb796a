import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** That a document has to follow a change, until its build is asked for (changes.job.ts). */
@Entity({ schema: 'viewer', name: 'change' })
export class Change {
  @PrimaryColumn('bigint') readonly assetId: string;
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) readonly id: string;
  @Column('timestamptz', { default: () => 'kernel.now()' }) readonly notedAt: Date;
}
