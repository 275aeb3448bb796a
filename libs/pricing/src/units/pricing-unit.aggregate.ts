import { omitUndefined, TimestampedAggregate } from '@app/platform/core';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { UpdatePricingUnitDto } from './pricing-unit.dto.js';
import { PricingUnitChanged } from './pricing-unit.events.js';

/** What a unit shows of the entry selected for it. */
export interface SelectedEntry {
  price: number;
  availableOn: string;
  status: string | null;
  specialsDescription: string | null;
}

/** A unit as a process prices it: what its best entry says, and what people have set. */
@Entity({ schema: 'pricing', name: 'unit' })
@Index('pricing_unit_provider', ['assetId', 'processId', 'providerId'], { unique: true })
export class PricingUnit extends TimestampedAggregate {
  @PrimaryColumn('bigint') readonly assetId: string;
  /** the unit's own id */
  @PrimaryColumn('bigint') readonly id: string;
  @PrimaryColumn('bigint') readonly processId: string;

  @Column('text', { nullable: true }) private providerId: string | null;
  @Column('text', { nullable: true }) private status: string | null;
  @Column('integer', { nullable: true }) private price: number | null;
  @Column('integer', { nullable: true }) private fullPrice: number | null;
  @Column('boolean', { default: true }) private readonly showPricing: boolean;
  @Column('boolean', { default: true }) private readonly showOnlineLeasing: boolean;
  @Column('text', { nullable: true }) private specialsDescription: string | null;
  @Column('date', { nullable: true }) private availableOn: string | null;
  /** since when it shows this; null: since before anything was remembered */
  @Column('timestamptz', { nullable: true }) private validFrom: Date | null;
  /** the publication that was live then */
  @Column('bigint', { nullable: true }) private since: string | null;

  get provider(): string | null {
    return this.providerId;
  }

  /** What readers see of it. */
  get shown(): readonly unknown[] {
    return [
      ...[this.providerId, this.status, this.price, this.fullPrice, this.showPricing, this.showOnlineLeasing],
      ...[this.specialsDescription, this.availableOn],
    ];
  }

  /** @param publication that is live */
  beginState(at: Date, publication: string): void {
    this.validFrom = at;
    this.since = publication;
  }

  /** Binds it to the entries of a third-party id: what the best of them says shows at once. */
  map(providerId: string | null, best: SelectedEntry | undefined): void {
    this.providerId = providerId;
    this.price = best?.price ?? null;
    this.availableOn = best?.availableOn ?? null;
    this.status = best?.status ?? null;
    this.specialsDescription = best?.specialsDescription ?? null;
    if (!best) this.fullPrice = null;
  }

  revise({ status, fullPrice, showPricing, showOnlineLeasing, specialsDescription }: UpdatePricingUnitDto): void {
    Object.assign(this, omitUndefined({ status, fullPrice, showPricing, showOnlineLeasing, specialsDescription }));
    this.record(new PricingUnitChanged(this.assetId));
  }
}
