import { Id, OneOf, Text, Timestamped } from '@app/platform/rest';

export const PROCESS_TYPES = ['push', 'poll', 'manual'] as const;
export const PRICING_STRATEGIES = ['flat_pricing', 'revenue_management'] as const;

export type ProcessType = (typeof PROCESS_TYPES)[number];
export type PricingStrategy = (typeof PRICING_STRATEGIES)[number];

export class PricingProcessDto extends Timestamped {
  @Id() id: string;
  @Id() assetId: string;
  @Text({ body: 'R/-', max: 255, example: 'Nightly feed' }) name: string;
  @OneOf(PROCESS_TYPES, { body: 'R/-' }) type: ProcessType;
  @OneOf(PRICING_STRATEGIES, { body: 'R/-' }) pricingStrategy: PricingStrategy;
}
