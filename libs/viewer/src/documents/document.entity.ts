import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Version 1 of an asset's document, as sent to viewers. */
@Entity({ schema: 'viewer', name: 'document' })
@Index('document_due', ['dueAt'], { where: 'due_at is not null' })
export class ViewerDocument {
  @PrimaryColumn('bigint') readonly assetId: string;
  /** number of the request that it was built for: `requested` of its build_request */
  @Column('integer') readonly builtFor: number;
  /** a JSON object, without its maps */
  @Column('text') readonly body: string;
  /** maps by id; an embed shows those placed on it */
  @Column('jsonb') readonly maps: Record<string, unknown>;
  @Column('text') readonly etag: string;
  /** when it must be rebuilt without any change of data: prices become stale, or a unit becomes available */
  @Column('timestamptz', { nullable: true }) readonly dueAt: Date | null;
  @Column('timestamptz') readonly builtAt: Date;
}
