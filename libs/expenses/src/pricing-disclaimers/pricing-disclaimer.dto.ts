import { Bool, Identified, PartialType, OfAsset, Text, Timestamped } from '@app/platform/rest';
import { ApiSchema, IntersectionType } from '@nestjs/swagger';

const TEXT = { optional: true, nullable: true } as const;

export class CreatePricingDisclaimerDto {
  @Text({ max: 255, example: 'Total price', description: 'Name of the disclaimer, for the operator' }) name: string;
  @Text({ ...TEXT, max: 255, example: 'About the total price', description: 'Heading that visitors read' })
  label?: string | null;
  @Text({
    ...TEXT,
    max: 255,
    example: 'Includes all required monthly fees.',
    description: 'One sentence, next to prices',
  })
  shortText?: string | null;
  @Text({
    ...TEXT,
    max: 10_000,
    example: 'The total price is the base rent with all required monthly fees. Usage-based utilities come in addition.',
    description: 'The whole text',
  })
  longText?: string | null;
  @Text({ ...TEXT, max: 2000, example: 'As of the day shown.', description: 'Small print' }) subtext?: string | null;
  @Bool({ optional: true, description: 'Whether visitors see it; default true' }) isEnabled?: boolean;
}

export class UpdatePricingDisclaimerDto extends PartialType(CreatePricingDisclaimerDto) {}

@ApiSchema({ description: 'A text about prices that the map shows.' })
export class PricingDisclaimerDto extends IntersectionType(
  Identified,
  OfAsset,
  CreatePricingDisclaimerDto,
  Timestamped,
) {}
