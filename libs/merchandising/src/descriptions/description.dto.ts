import { Flag, Id, Text, Timestamped } from '@app/platform/rest';

export class DescriptionDto extends Timestamped {
  @Id({ body: '-/R' }) id: string;
  @Id({ body: 'O/O' }) assetId: string;
  @Id({ body: 'R/R' }) groupId: string;
  @Text({ body: 'R/O', max: 255, example: 'Harbour view' }) name: string;
  @Text({ body: 'R/O', max: 15, example: 'View', description: 'Tab label in the viewer' }) label: string;
  @Text({ body: 'R/O', max: 2000, example: 'Over the **old harbour**.', description: 'Plain text or basic Markdown' })
  body: string;
  @Flag({ body: 'R/O', description: 'Whether it is displayed' }) isEnabled: boolean;
}

type Written = 'name' | 'label' | 'body' | 'isEnabled';
export type NewDescription = Pick<DescriptionDto, 'groupId' | Written>;
export type DescriptionChanges = Pick<DescriptionDto, 'id' | 'groupId'> & Partial<Pick<DescriptionDto, Written>>;
