import { Identified, OfAsset, Text, Timestamped } from '@app/platform/rest';
import { ApiSchema, IntersectionType } from '@nestjs/swagger';

export class CreateDescriptionGroupDto {
  @Text({ max: 255, example: 'Views', description: 'Name of the group' }) name: string;
}

export class UpdateDescriptionGroupDto extends CreateDescriptionGroupDto {}

@ApiSchema({ description: 'A group of texts about units. A unit shows one text of each group.' })
export class DescriptionGroupDto extends IntersectionType(
  Identified,
  OfAsset,
  CreateDescriptionGroupDto,
  Timestamped,
) {}
