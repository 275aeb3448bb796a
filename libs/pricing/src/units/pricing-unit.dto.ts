import { CalendarDate, Bool, Id, Identified, Int32, OneOf, Text, Timestamp, Timestamped } from '@app/platform/rest';
import { ApiSchema, IntersectionType } from '@nestjs/swagger';
import { SPECIALS, STATUS } from '../entries/entry.dto.js';
import { UNIT_STATES, type UnitState } from '../processes/status-map.value.js';

export class UpdatePricingUnitDto {
  @Text({
    optional: true,
    max: 255,
    nullable: true,
    filled: true,
    example: 'P-101',
    description: 'Third-party id that entries are matched by',
  })
  providerId?: string | null;
  @Text(STATUS)
  status?: string | null;
  @Int32({
    optional: true,
    min: 0,
    nullable: true,
    example: 2600,
    description: 'Price before a discount: if present, `price` is the discounted price',
  })
  fullPrice?: number | null;
  @Bool({ optional: true, description: 'Whether visitors see the price' }) showPricing?: boolean;
  @Bool({ optional: true, description: 'Whether visitors can lease it online' }) showOnlineLeasing?: boolean;
  @Text(SPECIALS)
  specialsDescription?: string | null;
}

export class SavePricingUnitDto {
  @Id({ optional: true, description: 'Id of the unit' }) unitId?: string;
  @Id({ optional: true, example: undefined, description: 'With `match-by=number`: the building of the unit' })
  buildingId?: string;
  @Text({
    optional: true,
    max: 255,
    filled: true,
    example: undefined,
    description: 'With `match-by=number`: its number',
  })
  unitNumber?: string;
  @Text({
    optional: true,
    max: 255,
    filled: true,
    example: undefined,
    description: 'With `match-by=reference`: id of the unit in the system of the reference group',
  })
  reference?: string;
  @Text({
    max: 255,
    nullable: true,
    filled: true,
    example: 'P-101',
    description: 'Third-party id that entries are matched by; null ends the mapping',
  })
  providerId: string | null;
}

/** A period in the history of a pricing unit. */
@ApiSchema({ description: 'Price and availability of a unit during one period of its history.' })
export class PricingUnitStateDto {
  @Timestamp({ nullable: true, description: 'Start of the period; null if it began before the history does' })
  from: string | null;
  @Timestamp({ nullable: true, example: null, description: 'End of the period; null if it is visible now' })
  to: string | null;
  @Int32({ min: 1, nullable: true, example: 8, description: 'The publication that was live when it began' })
  publication: number | null;
  @Text({ max: 255, nullable: true, example: 'P-101', description: 'Third-party id that entries are matched by' })
  providerId: string | null;
  @Text({ max: 255, nullable: true, example: 'Available', description: 'Free text from the source, shown unchanged' })
  status: string | null;
  @Int32({ min: 0, nullable: true, example: 2450, description: 'Monthly rent; null if the unit has no price' })
  price: number | null;
  @Int32({
    min: 0,
    nullable: true,
    example: 2600,
    description: 'Price before a discount: if present, `price` is the discounted price',
  })
  fullPrice: number | null;
  @Bool({ description: 'Whether visitors saw the price' }) showPricing: boolean;
  @Bool({ description: 'Whether visitors could lease it online' }) showOnlineLeasing: boolean;
  @Text({ max: 512, nullable: true, example: 'First month free', description: 'Special offer, for visitors' })
  specialsDescription: string | null;
  @CalendarDate({ nullable: true, description: 'First day on which the unit can be rented' })
  availableOn: string | null;
}

@ApiSchema({
  description:
    'A unit in a pricing process: its present price and availability, and the `provider_id` that entries are matched by.',
})
export class PricingUnitDto extends IntersectionType(Identified, UpdatePricingUnitDto, Timestamped) {
  @Id({ description: 'Id of the pricing process' }) pricingId: string;
  @Text({ filled: false, max: 255, example: '101', description: 'Number of the unit' }) unitNumber: string;
  @OneOf(UNIT_STATES, {
    nullable: true,
    description: 'What `status` means, by the `status_map` of the process; null for a word without a state',
  })
  state: UnitState | null;
  @Int32({ min: 0, nullable: true, example: 2450, description: 'Monthly rent; null if the unit has no price' })
  price: number | null;
  @CalendarDate({ nullable: true, description: 'First day on which the unit can be rented' })
  availableOn: string | null;
}
