import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The stored response to a request with an idempotency key. */
@Entity({ schema: 'platform', name: 'idempotency_record' })
export class IdempotencyRecord {
  @PrimaryColumn('bigint')
  readonly keyId: string;

  @PrimaryColumn('text')
  readonly idempotencyKey: string;

  /** SHA-256 fingerprint of the request */
  @Column('bytea')
  readonly fingerprint: Buffer;

  @Column('smallint')
  readonly status: number;

  @Column('jsonb')
  readonly headers: Record<string, string>;

  @Column('text', { nullable: true })
  readonly body: string | null;

  @Column('timestamptz', { default: () => 'platform.now()' })
  @Index('idempotency_record_stored_at')
  readonly storedAt: Date;
}
