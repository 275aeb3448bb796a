import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { PUBLISHERS, type Totals } from './publication.dto.js';

/** A committed data set. Only SQL accesses it; the entity lets the schema check compare it with the migrations. */
@Entity({ schema: 'pricing', name: 'publication' })
@Index('publication_generation', ['assetId', 'generationId'])
@Index('publication_by_time', ['publishedAt'])
export class Publication {
  @PrimaryColumn('bigint') readonly assetId: string;
  @PrimaryColumn('bigint') readonly processId: string;
  /** numbered from 1 in the process */
  @PrimaryColumn('bigint') readonly id: string;
  @Column('bigint') readonly transactionId: string;
  /** id of the transaction under which its entries are stored */
  @Column('bigint') readonly generationId: string;
  @Column('bigint', { nullable: true }) readonly comparedWith: string | null;
  @Column('bigint', { nullable: true }) readonly restoredFrom: string | null;
  @Column('timestamptz') readonly publishedAt: Date;
  @Column('integer') readonly entryCount: number;
  @Column('jsonb') readonly totals: Totals;
  @Column({ type: 'text', enum: PUBLISHERS }) readonly actor: (typeof PUBLISHERS)[number];
  @Column('bigint', { nullable: true }) readonly keyId: string | null;
}
