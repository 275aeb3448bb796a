import { Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** That the maps of an asset have to follow a change, until they are bound (bind-maps.job.ts). */
@Entity({ schema: 'mapping', name: 'change' })
export class Change {
  @PrimaryColumn('bigint') readonly assetId: string;
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) readonly id: string;
}
