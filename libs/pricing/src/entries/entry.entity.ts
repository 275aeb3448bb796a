import { Column, CreateDateColumn, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** A received entry. Only COPY and SQL access it; the entity lets the schema check compare it with the migrations. */
@Entity({ schema: 'pricing', name: 'entry' })
export class PricingEntry {
  @PrimaryColumn('bigint') readonly assetId: string;
  @PrimaryColumn('bigint') readonly transactionId: string;
  @PrimaryColumn('text') readonly providerId: string;
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) readonly id: string;
  @Column('text') readonly unitNumber: string;
  @Column('integer') readonly price: number;
  @Column('date') readonly availableOn: string;
  @Column('integer', { nullable: true }) readonly leaseTerm: number | null;
  @Column('date', { nullable: true }) readonly leaseStartsOn: string | null;
  @Column('text', { nullable: true }) readonly status: string | null;
  @Column('text', { nullable: true }) readonly specialsDescription: string | null;
  @Column('json', { nullable: true }) readonly leasingFields: Record<string, unknown> | null;
  /** name or id of the building of the unit, as sent */
  @Column('text', { nullable: true }) readonly building: string | null;
  /** first publication of its generation that contains it; 0 = the first of all */
  @Column('integer', { default: 0 }) readonly since: number;
  /** first publication that no longer contains it; null while it is live */
  @Column('integer', { nullable: true }) readonly until: number | null;
  /** hash of all its fields */
  @Column('bigint') readonly hash: string;
  @CreateDateColumn({ type: 'timestamptz', precision: 0, default: () => 'now()' }) readonly createdAt: Date;
}
