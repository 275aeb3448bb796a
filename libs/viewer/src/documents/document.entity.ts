import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** All that a map viewer shows of an asset, ready to be sent: version 1. */
@Entity({ schema: 'viewer', name: 'document' })
@Index('document_due', ['dueAt'], { where: 'due_at is not null' })
export class ViewerDocument {
  @PrimaryColumn('bigint') readonly assetId: string;
  /** the request that it answers: `requested` of its build_request */
  @Column('integer') readonly builtFor: number;
  /** a JSON object, without its maps */
  @Column('text') readonly body: string;
  /** maps by their id: an embed shows those that are placed on it */
  @Column('jsonb') readonly maps: Record<string, unknown>;
  @Column('text') readonly etag: string;
  /** when it has to be built again although nobody changes anything: prices become stale, a unit available */
  @Column('timestamptz', { nullable: true }) readonly dueAt: Date | null;
  @Column('timestamptz') readonly builtAt: Date;
}
