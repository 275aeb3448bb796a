import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

const ACTORS = ['key', 'operator', 'job', 'sql'] as const;
const KINDS = ['created', 'updated', 'deleted', 'refused'] as const;

/** The changes of one statement to one table, or a rejected request. Only SQL writes it; the entity lets the schema check compare it with the migrations. */
@Entity({ schema: 'audit', name: 'event' })
@Index('event_by_time', ['at'])
@Index('event_by_asset', ['assetId', 'id'])
@Index('event_by_key', ['keyId', 'id'])
@Index('event_by_operation', ['operation', 'id'])
@Index('event_by_request', ['requestId'])
export class AuditEvent {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  readonly id: string;

  @Column('timestamptz', { default: () => 'platform.now()' }) readonly at: Date;
  @Column({ type: 'text', enum: ACTORS }) readonly actor: (typeof ACTORS)[number];
  @Column('bigint', { nullable: true }) readonly keyId: string | null;
  @Column('uuid', { nullable: true }) readonly requestId: string | null;
  /** operation id of the API; otherwise the CLI command, the job, or the database user */
  @Column('text', { nullable: true }) readonly operation: string | null;
  @Column('text', { nullable: true }) readonly method: string | null;
  @Column('text', { nullable: true }) readonly path: string | null;
  /** IP address */
  @Column('text', { nullable: true }) readonly client: string | null;
  @Column('bigint', { nullable: true }) readonly assetId: string | null;
  @Column({ type: 'text', enum: KINDS }) readonly kind: (typeof KINDS)[number];
  /** `catalog.unit` */
  @Column('text', { nullable: true }) readonly relation: string | null;
  /** number of rows, or of rejected requests that are only counted */
  @Column('integer', { default: 1 }) readonly count: number;
  @Column('json', { nullable: true }) readonly changes: RowChange[] | null;
  @Column('integer', { nullable: true }) readonly status: number | null;
  @Column('text', { nullable: true }) readonly code: string | null;
}

/** One row: all columns of a created or deleted row, only the changed columns of an updated one. */
export interface RowChange {
  key: Record<string, unknown>;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}
