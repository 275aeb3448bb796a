import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { PriceState } from '../composition/viewer-document.schema.js';

/** From the best to the worst. */
export const STATES: readonly PriceState[] = ['live', 'stale', 'hidden', 'empty'];

/** The units of an asset with the prices of one process. A page shows its selected process, or the one published last. */
@Entity({ schema: 'viewer', name: 'priced_view' })
export class PricedView {
  @PrimaryColumn('bigint') readonly assetId: string;
  /** 0 for an asset without processes */
  @PrimaryColumn('bigint') readonly processId: string;
  /** a JSON object */
  @Column('text') readonly body: string;
  @Column({ type: 'text', enum: STATES }) readonly state: PriceState;
  @Column('timestamptz', { nullable: true }) readonly asOf: Date | null;
  /** next day on which a unit becomes available; until then, the availabilities are valid */
  @Column('date', { nullable: true }) readonly nextAvailableOn: string | null;
  @Column('text') readonly etag: string;
}
