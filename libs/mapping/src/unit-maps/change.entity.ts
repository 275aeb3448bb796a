import { Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** An asset whose maps must be bound again (match-units.job.ts). */
@Entity({ schema: 'mapping', name: 'change' })
export class Change {
  @PrimaryColumn('bigint') readonly assetId: string;
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) readonly id: string;
}
