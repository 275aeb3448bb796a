import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** An asset with an event that a consumer has not handled yet. */
@Entity({ schema: 'platform', name: 'outbox_entry' })
export class OutboxEntry {
  @PrimaryColumn('bigint') readonly assetId: string;
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) readonly id: string;
  /** name of its job */
  @Column('text') readonly consumer: string;
  @Column('timestamptz', { default: () => 'platform.now()' }) readonly insertedAt: Date;
}
