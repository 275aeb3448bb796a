import { AssetOwned } from '@app/platform/core';
import { Column, Entity } from 'typeorm';
import type { PricingStrategy, ProcessType } from './process.dto.js';

/** A source of prices for an asset. Its published transaction is what readers see. */
@Entity({ schema: 'pricing', name: 'process' })
export class PricingProcess extends AssetOwned {
  @Column('text') readonly name: string;
  @Column('text') private type: ProcessType;
  @Column('text') private pricingStrategy: PricingStrategy;
  @Column('bigint', { nullable: true }) private publishedTransactionId: string | null = null;

  constructor(assetId: string, name: string, type: ProcessType, pricingStrategy: PricingStrategy) {
    super(assetId);
    this.name = name;
    this.type = type;
    this.pricingStrategy = pricingStrategy;
  }

  get strategy(): PricingStrategy {
    return this.pricingStrategy;
  }

  get published(): string | null {
    return this.publishedTransactionId;
  }

  /** True when that changes something. */
  declare(type: ProcessType, pricingStrategy: PricingStrategy): boolean {
    const changed = this.type !== type || this.pricingStrategy !== pricingStrategy;
    this.type = type;
    this.pricingStrategy = pricingStrategy;
    return changed;
  }

  publish(transactionId: string): void {
    this.publishedTransactionId = transactionId;
  }
}
