import { Id, Text, Timestamped } from '@app/platform/rest';

export class BuildingDto extends Timestamped {
  @Id({ body: '-/R' }) id: string;
  @Id({ body: 'R/R' }) assetId: string;
  @Text({ body: 'R/R', max: 255, example: 'North' }) name: string;
  @Text({ body: 'O/O', max: 255, example: 'North', description: 'The name, when it is left out in create.' })
  label: string;
}

export type NewBuilding = Pick<BuildingDto, 'name'> & { label?: string };
export type BuildingChanges = Partial<NewBuilding>;
