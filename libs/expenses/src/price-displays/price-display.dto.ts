import { OneOf, PathIds } from '@app/platform/rest';
import { ApiSchema } from '@nestjs/swagger';

export const PRICE_DISPLAYS = ['base', 'total'] as const;
export type PriceDisplayed = (typeof PRICE_DISPLAYS)[number];

@ApiSchema({ description: 'Which price of a home the asset advertises.' })
@PathIds('assetId')
export class PriceDisplayDto {
  @OneOf(PRICE_DISPLAYS, {
    example: 'total',
    description:
      '`base`: the rent alone, the default. `total`: the rent with every required monthly expense; pages and documents then show no other price more prominently',
  })
  priceDisplay: PriceDisplayed;
}
