import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** An asset with an event that a consumer has not handled yet. */
@Entity({ schema: 'kernel', name: 'outbox' })
export class OutboxEntry {
  @PrimaryColumn('bigint') readonly assetId: string;
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) readonly id: string;
  /** name of its job */
  @Column('text') readonly consumer: string;
  @Column('timestamptz', { name: 'noted_at', default: () => 'kernel.now()' }) readonly insertedAt: Date;
}
