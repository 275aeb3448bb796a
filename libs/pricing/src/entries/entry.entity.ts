import { Column, CreateDateColumn, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** A row as it arrived. Written by COPY and read by SQL only; this class is its shape for the comparison with the migrations. */
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
  /** publication of its generation that it came with; 0: the first */
  @Column('integer', { default: 0 }) readonly since: number;
  /** publication that it was not in any more; null while it is live */
  @Column('integer', { nullable: true }) readonly until: number | null;
  /** of all that was sent of it; null when it came before there were hashes */
  @Column('bigint', { nullable: true }) readonly hash: string | null;
  @CreateDateColumn({ type: 'timestamptz', precision: 0, default: () => 'now()' }) readonly createdAt: Date;
}
