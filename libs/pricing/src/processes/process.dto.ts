import { Id, Identified, OneOf, Text, Timestamped } from '@app/platform/rest';
import { IntersectionType } from '@nestjs/swagger';

export const PROCESS_TYPES = ['push', 'poll', 'manual'] as const;
export const PRICING_STRATEGIES = ['flat_pricing', 'revenue_management'] as const;

export type ProcessType = (typeof PROCESS_TYPES)[number];
export type PricingStrategy = (typeof PRICING_STRATEGIES)[number];

export class CreatePricingProcessDto {
  @Text({ max: 255, example: 'Nightly feed' }) name: string;
  @OneOf(PROCESS_TYPES) type: ProcessType;
  @OneOf(PRICING_STRATEGIES) pricingStrategy: PricingStrategy;
}

export class PricingProcessDto extends IntersectionType(Identified, CreatePricingProcessDto, Timestamped) {
  @Id() assetId: string;
}
