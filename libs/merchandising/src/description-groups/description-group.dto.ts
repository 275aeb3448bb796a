import { Id, Text, Timestamped } from '@app/platform/rest';

export class DescriptionGroupDto extends Timestamped {
  @Id({ body: '-/R' }) id: string;
  @Id({ body: 'R/R' }) assetId: string;
  @Text({ body: 'R/R', max: 255, example: 'Views' }) name: string;
}

export type DescriptionGroupFields = Pick<DescriptionGroupDto, 'name'>;
