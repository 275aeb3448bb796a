import { Id } from '@app/platform/rest';

export class DescriptionAssignmentDto {
  @Id({ body: 'O/-' }) assetId: string;
  @Id({ body: 'R/-' }) groupId: string;
  @Id({ body: 'R/-' }) unitId: string;
  @Id({ body: 'R/-' }) descriptionId: string;
}

export type NewDescriptionAssignment = Omit<DescriptionAssignmentDto, 'assetId'>;
