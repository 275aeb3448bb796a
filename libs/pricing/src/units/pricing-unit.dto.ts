import { CalendarDate, Flag, Id, Int32, Text, Timestamped } from '@app/platform/rest';

export class PricingUnitDto extends Timestamped {
  @Id({ body: '-/R' }) id: string;
  @Id({ body: '-/O', returned: false }) assetId: string;
  @Id({ description: 'Id of the pricing process' }) pricingId: string;
  @Text({
    body: '-/O',
    max: 255,
    nullable: true,
    filled: true,
    example: 'P-101',
    description: 'Third-party id that entries are matched by',
  })
  providerId: string | null;
  @Text({ max: 255, example: '101' }) unitNumber: string;
  @Text({ body: '-/O', max: 255, nullable: true, example: 'Available' }) status: string | null;
  @Int32({ min: 0, nullable: true, example: 2450 }) price: number | null;
  @Int32({
    body: '-/O',
    min: 0,
    nullable: true,
    example: 2600,
    description: 'When given, `price` is a discounted price',
  })
  fullPrice: number | null;
  @Flag({ body: '-/O' }) showPricing: boolean;
  @Flag({ body: '-/O' }) showOnlineLeasing: boolean;
  @Text({ body: '-/O', max: 512, nullable: true, example: 'First month free' }) specialsDescription: string | null;
  @CalendarDate({ nullable: true }) availableOn: string | null;
}

export type PricingUnitChanges = Partial<
  Pick<
    PricingUnitDto,
    'providerId' | 'status' | 'fullPrice' | 'showPricing' | 'showOnlineLeasing' | 'specialsDescription'
  >
>;
