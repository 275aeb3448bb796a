import { Id, OfAsset, Text, Timestamped } from '@app/platform/rest';
import { ApiSchema, IntersectionType } from '@nestjs/swagger';

export class UpdateUnitReferenceDto {
  @Id() unitId: string;
  @Text({
    max: 255,
    nullable: true,
    filled: true,
    example: 'CRM-101',
    description: 'Id of the unit in the system of the group; unique in the group',
  })
  value: string | null;
}

class OfGroup {
  @Id() groupId: string;
}

@ApiSchema({ description: 'The id of a unit in the third-party system of its group.' })
export class UnitReferenceDto extends IntersectionType(OfGroup, OfAsset, UpdateUnitReferenceDto, Timestamped) {
  @Text({ max: 255, nullable: true, example: 'crm', description: 'Key of the group' }) key: string | null;
}
