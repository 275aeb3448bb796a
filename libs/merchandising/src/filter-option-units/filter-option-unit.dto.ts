import { Id } from '@app/platform/rest';

export class FilterOptionUnitDto {
  @Id() assetId: string;
  @Id() filterId: string;
  @Id() optionId: string;
  @Id() unitId: string;
}
