import { Identified, PathIds, Text, Timestamped } from '@app/platform/rest';
import { IntersectionType } from '@nestjs/swagger';

@PathIds('assetId')
export class CreateDescriptionGroupDto {
  @Text({ max: 255, example: 'Views', description: 'Name of the group' }) name: string;
}

@PathIds('id', 'assetId')
export class UpdateDescriptionGroupDto extends CreateDescriptionGroupDto {}

export class DescriptionGroupDto extends IntersectionType(Identified, CreateDescriptionGroupDto, Timestamped) {}
