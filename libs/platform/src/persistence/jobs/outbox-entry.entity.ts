import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** An event of an asset that a consumer has not handled yet. */
@Entity({ schema: 'platform', name: 'outbox_entry' })
@Index('outbox_entry_by_consumer', ['consumer', 'id'])
export class OutboxEntry {
  @PrimaryColumn('bigint') readonly assetId: string;
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) readonly id: string;
  /** name of its job */
  @Column('text') readonly consumer: string;
  @Column('timestamptz', { default: () => 'platform.now()' }) readonly insertedAt: Date;
  /** for consumers that need more than the asset */
  @Column('jsonb', { nullable: true }) readonly data: object | null;
}
