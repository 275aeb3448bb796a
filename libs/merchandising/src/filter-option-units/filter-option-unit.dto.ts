import { ApiSchema } from '@nestjs/swagger';
import { Id } from '@app/platform/rest';

@ApiSchema({ description: 'A unit that visitors find with an option of a custom filter.' })
export class FilterOptionUnitDto {
  @Id() assetId: string;
  @Id() filterId: string;
  @Id() optionId: string;
  @Id() unitId: string;
}
