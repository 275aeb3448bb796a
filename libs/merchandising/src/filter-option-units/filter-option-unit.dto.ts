import { Id } from '@app/platform/rest';

export class FilterOptionUnitDto {
  @Id({ body: 'R/-' }) assetId: string;
  @Id({ body: 'R/-' }) filterId: string;
  @Id({ body: 'R/-' }) optionId: string;
  @Id({ body: 'R/-' }) unitId: string;
}
