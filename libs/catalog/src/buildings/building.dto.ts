import { Id, Identified, PartialType, OfAsset, Text, Timestamped } from '@app/platform/rest';
import { ApiSchema, IntersectionType } from '@nestjs/swagger';

export class CreateBuildingDto {
  @Text({ max: 255, example: 'North', description: 'Name of the building' }) name: string;
  @Text({ optional: true, max: 255, example: 'North', description: 'Name that visitors see; by default the name' })
  label?: string;
}

export class UpdateBuildingDto extends CreateBuildingDto {}

export class SaveBuildingDto extends PartialType(CreateBuildingDto) {
  @Id({ optional: true, description: 'Id of the building to change' }) id?: string;
}

@ApiSchema({ description: 'A building of an asset. Each unit is in one.' })
export class BuildingDto extends IntersectionType(Identified, OfAsset, CreateBuildingDto, Timestamped) {}
