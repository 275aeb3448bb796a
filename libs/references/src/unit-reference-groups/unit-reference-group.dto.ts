import { Identified, PartialType, OfAsset, Text, Timestamped } from '@app/platform/rest';
import { ApiSchema, IntersectionType } from '@nestjs/swagger';
import { FREE_KEY, KEY } from '../asset-references/asset-reference.dto.js';

export class CreateUnitReferenceGroupDto {
  @Text({ max: 255, example: 'CRM', description: 'Name of the group' }) name: string;
  @Text({ optional: true, max: 255, nullable: true, example: 'Unit codes', description: 'Description of the values' })
  description?: string | null;
  @Text(FREE_KEY) key?: string | null;
}

export class UpdateUnitReferenceGroupDto extends PartialType(CreateUnitReferenceGroupDto) {}

@ApiSchema({ description: 'A third-party system in which units have ids.' })
export class UnitReferenceGroupDto extends IntersectionType(
  Identified,
  OfAsset,
  CreateUnitReferenceGroupDto,
  Timestamped,
) {
  @Text(KEY) override key: string | null;
}
