import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';
import { PRICE_DISPLAYS, type PriceDisplayed } from './price-display.dto.js';

/** Which price an asset advertises; an asset without a row shows the base price. Only SQL reads and writes it. */
@Entity({ schema: 'expenses', name: 'price_display' })
export class PriceDisplay {
  @PrimaryColumn('bigint') readonly assetId: string;
  @Column({ type: 'text', enum: PRICE_DISPLAYS }) readonly priceDisplay: PriceDisplayed;
  @CreateDateColumn({ type: 'timestamptz', precision: 0, default: () => 'now()' }) readonly createdAt: Date;
  @UpdateDateColumn({ type: 'timestamptz', precision: 0, default: () => 'now()' }) readonly updatedAt: Date;
}
