import { Id, Identified, Int32, PartialType, OfAsset, Text, Timestamped } from '@app/platform/rest';
import { ApiSchema, IntersectionType } from '@nestjs/swagger';

export class CreateFloorDto {
  @Text({ max: 255, example: 'Level 1', description: 'Name of the floor' }) name: string;
  @Text({ max: 255, example: 'Level 1', description: 'Default filter label' }) filterLabel: string;
  @Text({ max: 4, example: 'L1', description: 'Label where space is short' }) filterShortLabel: string;
  @Int32({ example: 1, description: 'Position in lists, ascending' }) sort: number;
}

export class UpdateFloorDto extends PartialType(CreateFloorDto) {}

export class SaveFloorDto extends PartialType(CreateFloorDto) {
  @Id({ optional: true, description: 'Id of the floor to change' }) id?: string;
}

@ApiSchema({ description: 'A floor of an asset, with its labels for visitors. Each unit is on one.' })
export class FloorDto extends IntersectionType(Identified, OfAsset, CreateFloorDto, Timestamped) {}
