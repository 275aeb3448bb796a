import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** What one statement changed in one table, or what was refused. Written by SQL only; this class is its shape for the comparison with the migrations. */
@Entity({ schema: 'audit', name: 'event' })
@Index('event_by_time', ['at'])
@Index('event_by_asset', ['assetId', 'id'])
@Index('event_by_key', ['keyId', 'id'])
@Index('event_by_operation', ['operation', 'id'])
@Index('event_by_request', ['requestId'])
export class AuditEvent {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  readonly id: string;

  @Column('timestamptz', { default: () => 'kernel.now()' }) readonly at: Date;
  @Column('text') readonly actor: 'key' | 'operator' | 'job' | 'sql';
  @Column('bigint', { nullable: true }) readonly keyId: string | null;
  @Column('uuid', { nullable: true }) readonly requestId: string | null;
  /** of the API; else the command of the operator, the job, or the user of the database */
  @Column('text', { nullable: true }) readonly operation: string | null;
  @Column('text', { nullable: true }) readonly method: string | null;
  @Column('text', { nullable: true }) readonly path: string | null;
  /** network address */
  @Column('text', { nullable: true }) readonly client: string | null;
  @Column('bigint', { nullable: true }) readonly assetId: string | null;
  @Column('text') readonly kind: 'created' | 'updated' | 'deleted' | 'refused';
  /** `catalog.unit` */
  @Column('text', { nullable: true }) readonly relation: string | null;
  /** of rows, or of refusals that are not listed */
  @Column('integer', { default: 1 }) readonly count: number;
  @Column('json', { nullable: true }) readonly changes: RowChange[] | null;
  @Column('integer', { nullable: true }) readonly status: number | null;
  @Column('text', { nullable: true }) readonly code: string | null;
}

/** A row: whole when it was created or deleted, else the columns that changed. */
export interface RowChange {
  key: Record<string, unknown>;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}
