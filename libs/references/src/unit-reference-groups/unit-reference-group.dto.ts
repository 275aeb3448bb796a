import { Id, Text, Timestamped } from '@app/platform/rest';
import { KEY } from '../asset-references/asset-reference.dto.js';

export class UnitReferenceGroupDto extends Timestamped {
  @Id({ body: '-/R' }) id: string;
  @Id({ body: 'R/R' }) assetId: string;
  @Text({ body: 'R/O', max: 255, example: 'CRM' }) name: string;
  @Text({ body: 'O/O', max: 255, nullable: true, example: 'Unit codes' }) description: string | null;
  @Text(KEY) key: string | null;
}

type Written = 'name' | 'description' | 'key';
export type NewUnitReferenceGroup = Pick<UnitReferenceGroupDto, 'name'> & Partial<Pick<UnitReferenceGroupDto, Written>>;
export type UnitReferenceGroupChanges = Partial<NewUnitReferenceGroup>;
