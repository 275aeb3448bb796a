import { AssetOwned } from '@app/platform/core';
import { Column, Entity } from 'typeorm';
import type { CreatePricingDisclaimerDto } from './pricing-disclaimer.dto.js';

/** A text about prices that the map shows. */
@Entity({ schema: 'expenses', name: 'pricing_disclaimer' })
export class PricingDisclaimer extends AssetOwned {
  @Column('text') readonly name: string;
  @Column('text', { nullable: true }) readonly label: string | null = null;
  @Column('text', { nullable: true }) readonly shortText: string | null = null;
  @Column('text', { nullable: true }) readonly longText: string | null = null;
  @Column('text', { nullable: true }) readonly subtext: string | null = null;
  @Column('boolean', { default: true }) readonly isEnabled: boolean = true;

  constructor(assetId: string, fields: CreatePricingDisclaimerDto) {
    super(assetId);
    this.revise(fields);
  }
}
