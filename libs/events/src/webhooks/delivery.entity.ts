import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

// Only SQL accesses these tables; the entities let the schema check compare them with the migrations.

/** How far an endpoint is, and which process sends to it. */
@Entity({ schema: 'events', name: 'webhook_lane' })
export class WebhookLane {
  @PrimaryColumn('bigint') readonly webhookId: string;
  /** of the last event in the feed that was considered for it */
  @Column('bigint') readonly position: string;
  /** the last unit that was considered, while the publication at the position has more */
  @Column('bigint', { nullable: true }) readonly unitId: string | null;
  @Column('text', { nullable: true }) readonly leasedBy: string | null;
  /** in real time, until which no other process sends to it */
  @Column('timestamptz', { nullable: true }) readonly leasedUntil: Date | null;
  /** as the receiver asked by `Retry-After` */
  @Column('timestamptz', { nullable: true }) readonly pausedUntil: Date | null;
  /** the first failure after the last success */
  @Column('timestamptz', { nullable: true }) readonly failingSince: Date | null;
  @Column('timestamptz', { nullable: true }) readonly lastSuccessAt: Date | null;
}

const STATES = ['pending', 'delivered', 'failed'];

/** An event for an endpoint. */
@Entity({ schema: 'events', name: 'delivery' })
@Index('delivery_by_due', ['webhookId', 'dueAt'], { where: "state = 'pending'" })
@Index('delivery_by_time', ['createdAt'])
export class Delivery {
  @PrimaryColumn('bigint') readonly webhookId: string;
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) readonly id: string;
  @Column('text') readonly eventId: string;
  @Column('text') readonly type: string;
  /** the asset, whose events are sent in order */
  @Column('text', { nullable: true }) readonly lane: string | null;
  @Column('text') readonly body: string;
  @Column({ type: 'text', enum: STATES, default: 'pending' }) readonly state: string;
  @Column('timestamptz') readonly dueAt: Date;
  /** tries since it was created or replayed */
  @Column('integer', { default: 0 }) readonly tried: number;
  @Column('jsonb', { default: () => `'[]'` }) readonly tries: object[];
  @Column('timestamptz') readonly createdAt: Date;
}
