import { Id } from '@app/platform/rest';

export class DescriptionAssignmentDto {
  @Id({ optional: true }) assetId?: string;
  @Id() groupId: string;
  @Id() unitId: string;
  @Id() descriptionId: string;
}
