import { ApiSchema } from '@nestjs/swagger';
import { Id } from '@app/platform/rest';

@ApiSchema({ description: 'The text that a unit shows for one description group.' })
export class DescriptionAssignmentDto {
  @Id() assetId: string;
  @Id() groupId: string;
  @Id() unitId: string;
  @Id() descriptionId: string;
}
