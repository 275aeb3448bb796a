import { ApiSchema } from '@nestjs/swagger';
import { compileSchema, EXACT } from '@app/platform/core';
import { bodySchema, CalendarDate, fieldsOf, Bool, Id, Int32, Shape, Text, Timestamp } from '@app/platform/rest';

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
  description: 'Keys and values of your choice, which templates of links can use in URLs.',
};

/** Fields shared with pricing units. */
export const STATUS = {
  optional: true,
  max: 255,
  nullable: true,
  example: 'Available',
  description: 'Free text from the source, shown unchanged',
};
export const SPECIALS = {
  optional: true,
  max: 512,
  nullable: true,
  example: 'First month free',
  description: 'Special offer, for visitors',
};

/** Price and availability of a unit, for one lease term and start if the strategy uses them. */
export class CreatePricingEntryDto {
  @Text({ max: 255, example: '101', description: 'Name of the unit' }) unitNumber: string;
  @Text({ max: 255, example: 'P-101', description: 'Id of the unit in the sending system' }) providerId: string;
  @Int32({ min: 0, example: 2450, description: 'Monthly rent, in whole units of the currency' }) price: number;
  @CalendarDate({ description: 'From when the unit is available' }) availableOn: string;
  @Int32({
    optional: true,
    min: 1,
    max: 120,
    nullable: true,
    example: 12,
    description: 'Length of the lease in months',
  })
  leaseTerm?: number | null;
  @CalendarDate({ optional: true, nullable: true, example: '2026-12-15', description: 'First day of the lease' })
  leaseStartsOn?: string | null;
  @Text(STATUS)
  status?: string | null;
  @Text(SPECIALS)
  specialsDescription?: string | null;
  @Shape(LEASING_FIELDS, { optional: true, nullable: true, example: { building: 'North', quote: 17 } })
  leasingFields?: Record<string, unknown> | null;
  @Text({
    optional: true,
    nullable: true,
    max: 255,
    example: null,
    description:
      'Name or id of the building of the unit, where several buildings have a unit of this number. Matching by `unit_number` is then within that building.',
  })
  building?: string | null;
}

@ApiSchema({ description: 'A published price of a unit, for one lease term and start if it has them.' })
export class PricingEntryDto extends CreatePricingEntryDto {
  @Id() unitId: string;
  @Bool({ description: 'Whether visitors see the price of the unit' }) showPricing: boolean;
  @Bool({ description: 'Whether visitors can lease the unit online' }) showOnlineLeasing: boolean;
  @Timestamp({ description: 'Time of publication' }) createdAt: string;
}

/** The schema of a sent entry. All of its rules must be compiled, because entries arrive by the thousands. */
const ruled = fieldsOf(CreatePricingEntryDto).find((field) => field.hasRules);
if (ruled)
  throw new Error(
    `CreatePricingEntryDto.${ruled.property} has a rule that is not compiled: entries arrive by the thousand`,
  );

export const entrySchema = bodySchema(CreatePricingEntryDto, 'schema', { ignored: fieldsOf(PricingEntryDto) });

/** An entry on the wire. */
export interface SentEntry {
  unit_number: string;
  provider_id: string;
  price: number;
  available_on: string;
  lease_term?: number | null;
  lease_starts_on?: string | null;
  status?: string | null;
  specials_description?: string | null;
  leasing_fields?: Record<string, unknown> | null;
  building?: string | null;
}

/** Validates one entry by the rules of request bodies. */
export const checkEntry = compileSchema(entrySchema);
