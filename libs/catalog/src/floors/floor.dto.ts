import { Id, Int32, Text, Timestamped } from '@app/platform/rest';

export class FloorDto extends Timestamped {
  @Id({ body: '-/R' }) id: string;
  @Id({ body: 'R/R' }) assetId: string;
  @Text({ body: 'R/O', max: 255, example: 'Level 1' }) name: string;
  @Text({ body: 'R/O', max: 255, example: 'Level 1', description: 'Default filter label' }) filterLabel: string;
  @Text({ body: 'R/O', max: 4, example: 'L1' }) filterShortLabel: string;
  @Int32({ body: 'R/O', example: 1, description: 'Place in lists' }) sort: number;
}

export type NewFloor = Pick<FloorDto, 'name' | 'filterLabel' | 'filterShortLabel' | 'sort'>;
export type FloorChanges = Partial<NewFloor>;
