import { omitUndefined, TimestampedAggregate } from '@app/platform/core';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { UpdatePricingUnitDto } from './pricing-unit.dto.js';
import { PricingUnitChanged } from './pricing-unit.events.js';

/** The fields that a unit shows of its selected entry. */
export interface SelectedEntry {
  price: number;
  availableOn: string;
  status: string | null;
  specialsDescription: string | null;
}

/** A unit in a pricing process: the fields of its selected entry, and manual settings. */
@Entity({ schema: 'pricing', name: 'unit' })
@Index('pricing_unit_provider', ['assetId', 'processId', 'providerId'], {
  unique: true,
  where: 'provider_id is not null',
})
export class PricingUnit extends TimestampedAggregate {
  @PrimaryColumn('bigint') readonly assetId: string;
  /** id of the unit */
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
  /** start of the current state; null if it is older than the history */
  @Column('timestamptz', { nullable: true }) private validFrom: Date | null;
  /** publication that was live then */
  @Column('bigint', { nullable: true }) private since: string | null;

  get provider(): string | null {
    return this.providerId;
  }

  /** The values visible to readers. */
  get shown(): readonly unknown[] {
    return [
      ...[this.providerId, this.status, this.price, this.fullPrice, this.showPricing, this.showOnlineLeasing],
      ...[this.specialsDescription, this.availableOn],
    ];
  }

  /** @param publication the live publication */
  beginState(at: Date, publication: string): void {
    this.validFrom = at;
    this.since = publication;
  }

  /** Maps the unit to a provider id and shows the selected entry of that id at once. */
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
