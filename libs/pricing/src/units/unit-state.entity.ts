import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/**
 * A past state of a pricing unit. Only SQL accesses it (unit-states.ts); the entity lets the schema check compare it with the
 * migrations.
 */
@Entity({ schema: 'pricing', name: 'unit_state' })
@Index('unit_state_by_unit', ['assetId', 'unitId', 'processId'])
export class UnitState {
  @PrimaryColumn('bigint') readonly assetId: string;
  @PrimaryColumn('bigint') readonly processId: string;
  /** publication that was live at the end of the state */
  @PrimaryColumn('bigint') readonly until: string;
  @PrimaryColumn('bigint') readonly unitId: string;
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) readonly id: string;
  /** null if older than the history */
  @Column('timestamptz', { nullable: true }) readonly validFrom: Date | null;
  @Column('timestamptz') readonly validTo: Date;
  /** publication that was live at the start of the state; null if older than the history */
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
