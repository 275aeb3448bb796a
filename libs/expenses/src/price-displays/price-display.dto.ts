import { OfAsset, OneOf } from '@app/platform/rest';
import { ApiSchema, IntersectionType } from '@nestjs/swagger';

export const PRICE_DISPLAYS = ['base', 'total'] as const;
export type PriceDisplayed = (typeof PRICE_DISPLAYS)[number];

export class UpdatePriceDisplayDto {
  @OneOf(PRICE_DISPLAYS, {
    example: 'total',
    description:
      '`base`: the rent alone, the default. `total`: the rent with every required monthly expense; pages and documents then show no other price more prominently',
  })
  priceDisplay: PriceDisplayed;
}

@ApiSchema({ description: 'Which price of a home the asset advertises.' })
export class PriceDisplayDto extends IntersectionType(OfAsset, UpdatePriceDisplayDto) {}
