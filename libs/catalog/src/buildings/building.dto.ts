import { Identified, PathIds, Text, Timestamped } from '@app/platform/rest';
import { IntersectionType } from '@nestjs/swagger';

@PathIds('assetId')
export class CreateBuildingDto {
  @Text({ max: 255, example: 'North' }) name: string;
  @Text({ optional: true, max: 255, example: 'North', description: 'The name, when it is left out in create.' })
  label?: string;
}

@PathIds('id', 'assetId')
export class UpdateBuildingDto extends CreateBuildingDto {}

export class BuildingDto extends IntersectionType(Identified, CreateBuildingDto, Timestamped) {}
