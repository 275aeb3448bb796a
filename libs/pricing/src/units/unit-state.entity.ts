import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/**
 * What a pricing unit showed until it changed. Written and read by SQL only (unit-states.ts); this class is its shape for the
 * comparison with the migrations.
 */
@Entity({ schema: 'pricing', name: 'unit_state' })
export class UnitState {
  @PrimaryColumn('bigint') readonly assetId: string;
  @PrimaryColumn('bigint') readonly processId: string;
  /** publication that was live when it ended */
  @PrimaryColumn('bigint') readonly until: string;
  @PrimaryColumn('bigint') readonly unitId: string;
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) readonly id: string;
  /** null: since before anything was remembered */
  @Column('timestamptz', { nullable: true }) readonly validFrom: Date | null;
  @Column('timestamptz') readonly validTo: Date;
  /** publication that was live when it began; null as above */
  @Column('bigint', { nullable: true }) readonly since: string | null;
  @Column('text', { nullable: true }) readonly providerId: string | null;
  @Column('text', { nullable: true }) readonly status: string | null;
  @Column('integer', { nullable: true }) readonly price: number | null;
  @Column('integer', { nullable: true }) readonly fullPrice: number | null;
  @Column('boolean') readonly showPricing: boolean;
  @Column('boolean') readonly showOnlineLeasing: boolean;
  @Column('text', { nullable: true }) readonly specialsDescription: string | null;
  @Column('date', { nullable: true }) readonly availableOn: string | null;
}
