import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** All that a map viewer shows of an asset, ready to be sent. */
@Entity({ schema: 'viewer', name: 'document' })
@Index('document_becoming_stale', ['staleAt'], { where: 'stale_at is not null' })
export class ViewerDocument {
  @PrimaryColumn('bigint') readonly assetId: string;
  /** the wish that it answers */
  @Column('integer') readonly builtFor: number;
  /** a JSON object, without its maps */
  @Column('text') readonly body: string;
  /** maps by their id: an embed shows those that are placed on it */
  @Column('jsonb') readonly maps: Record<string, unknown>;
  @Column('text') readonly etag: string;
  /** when its prices become stale */
  @Column('timestamptz', { nullable: true }) readonly staleAt: Date | null;
  @Column('timestamptz') readonly builtAt: Date;
}
