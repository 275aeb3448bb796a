import { Bool, Id, Identified, Int32, OneOf, PartialType, Shape, Text, Timestamped } from '@app/platform/rest';
import { ApiSchema, IntersectionType } from '@nestjs/swagger';
import { type Guard, GUARD_EXAMPLE, GUARD_SCHEMA } from './guard.value.js';
import { STATUS_MAP_EXAMPLE, STATUS_MAP_SCHEMA, type StatusMap } from './status-map.value.js';

export const PROCESS_TYPES = ['push', 'poll', 'manual'] as const;
export const PRICING_STRATEGIES = ['flat_pricing', 'revenue_management'] as const;

export type ProcessType = (typeof PROCESS_TYPES)[number];
export type PricingStrategy = (typeof PRICING_STRATEGIES)[number];

export class CreatePricingProcessDto {
  @Text({ max: 255, example: 'Nightly feed', description: 'Name of the process' }) name: string;
  @OneOf(PROCESS_TYPES, { description: 'How prices reach the process' }) type: ProcessType;
  @OneOf(PRICING_STRATEGIES, { description: 'One price for each unit, or prices by lease term and start' })
  pricingStrategy: PricingStrategy;
  @Shape(GUARD_SCHEMA, { optional: true, example: GUARD_EXAMPLE }) guard?: Guard | null;
  @Int32({
    optional: true,
    nullable: true,
    min: 0,
    max: 36_500,
    example: null,
    description: 'Days that a publication is kept after the next one replaces it; `null`: as the server is configured',
  })
  historyDays?: number | null;
  @Int32({
    optional: true,
    nullable: true,
    min: 1,
    max: 8_760,
    example: 24,
    description:
      'Hours within which the next prices are expected; metrics report a process that is overdue. `null`: never',
  })
  expectedEveryHours?: number | null;
  @Shape(STATUS_MAP_SCHEMA, { optional: true, example: STATUS_MAP_EXAMPLE }) statusMap?: StatusMap | null;
  @Bool({
    optional: true,
    example: false,
    description: 'Whether visitors see words of `status` that have no state, as the source writes them',
  })
  showStatus?: boolean;
}

/** The examples omit what would change the prices of the process. */
export class UpdatePricingProcessDto extends PartialType(CreatePricingProcessDto) {
  @Text({ optional: true, filled: true, max: 255, example: undefined, description: 'Name of the process' })
  override name?: string;
  @OneOf(PROCESS_TYPES, { optional: true, example: undefined, description: 'How prices reach the process' })
  override type?: ProcessType;
  @OneOf(PRICING_STRATEGIES, {
    optional: true,
    example: undefined,
    description: 'One price for each unit, or prices by lease term and start; fixed once prices are published',
  })
  override pricingStrategy?: PricingStrategy;
  @Shape(GUARD_SCHEMA, { optional: true, example: undefined }) override guard?: Guard | null;
  @Shape(STATUS_MAP_SCHEMA, { optional: true, example: undefined }) override statusMap?: StatusMap | null;
}

@ApiSchema({ description: 'A source of prices of an asset, such as one feed. Its prices are replaced as a whole.' })
export class PricingProcessDto extends IntersectionType(Identified, CreatePricingProcessDto, Timestamped) {
  @Id() assetId: string;
}
