import { Id, Text, Timestamped } from '@app/platform/rest';

export class UnitReferenceDto extends Timestamped {
  @Id({ body: '-/R' }) groupId: string;
  @Id({ body: '-/O' }) assetId: string;
  @Id({ body: '-/R' }) unitId: string;
  @Text({ nullable: true, example: 'crm', description: 'That of the group' }) key: string | null;
  @Text({
    body: '-/R',
    max: 255,
    nullable: true,
    filled: true,
    example: 'CRM-101',
    description: 'The unit in the system of the group; unique in it',
  })
  value: string | null;
}

export type SentReference = Pick<UnitReferenceDto, 'unitId' | 'value'>;
