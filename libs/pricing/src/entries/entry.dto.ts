import { EXACT } from '@app/platform/core';
import { CalendarDate, compiledSchema, Flag, Id, Int32, Shape, Text, Timestamp } from '@app/platform/rest';

const LEASING_FIELDS = {
  type: 'object',
  maxProperties: 50,
  propertyNames: { type: 'string', maxLength: 255, format: 'text' },
  additionalProperties: {
    type: ['string', 'number', 'boolean', 'null'],
    maxLength: 2000,
    format: 'text',
    [EXACT]: true,
  },
  description: 'Free keys: what online leasing URLs of the unit are made of.',
};

/** Price and availability of a unit, for one lease term and start where the strategy has them. */
export class CreatePricingEntryDto {
  @Text({ max: 255, example: '101', description: 'Name of the unit' }) unitNumber: string;
  @Text({ max: 255, example: 'P-101', description: 'Id of the unit in the sending system' }) providerId: string;
  @Int32({ min: 0, example: 2450 }) price: number;
  @CalendarDate({ description: 'From when the unit is available' }) availableOn: string;
  @Int32({ optional: true, min: 1, max: 120, nullable: true, example: 12, description: 'Months' }) leaseTerm?:
    number | null;
  @CalendarDate({ optional: true, nullable: true, example: '2026-12-15' }) leaseStartsOn?: string | null;
  @Text({ optional: true, max: 255, nullable: true, example: 'Available' }) status?: string | null;
  @Text({ optional: true, max: 512, nullable: true, example: 'First month free' }) specialsDescription?: string | null;
  @Shape(LEASING_FIELDS, { optional: true, nullable: true, example: { building: 'North', quote: 17 } })
  leasingFields?: Record<string, unknown> | null;
}

export class PricingEntryDto extends CreatePricingEntryDto {
  @Id() unitId: string;
  @Flag() showPricing: boolean;
  @Flag() showOnlineLeasing: boolean;
  @Timestamp() createdAt: string;
}

/** An entry as it is sent; it arrives by the thousand, so its rules must be those that are compiled. */
export const entrySchema = compiledSchema(CreatePricingEntryDto, PricingEntryDto);
