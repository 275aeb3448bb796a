import { Bool, Id, Identified, OfAsset, PartialType, Text, Timestamped } from '@app/platform/rest';
import { ApiSchema, IntersectionType } from '@nestjs/swagger';

export class CreateDescriptionDto {
  @Text({ max: 255, example: 'Harbour view', description: 'Name of the description' }) name: string;
  @Text({ max: 15, example: 'View', description: 'Tab label in the viewer' }) label: string;
  @Text({ max: 2000, example: 'Over the **old harbour**.', description: 'Plain text or basic Markdown' }) body: string;
  @Bool({ description: 'Whether visitors see it' }) isEnabled: boolean;
}

export class DescriptionChangesDto extends PartialType(CreateDescriptionDto) {}

/** An item of a batch. */
export class UpdateDescriptionDto extends IntersectionType(Identified, DescriptionChangesDto) {}

class OfGroup extends IntersectionType(Identified, OfAsset) {
  @Id() groupId: string;
}

@ApiSchema({
  description:
    'A text about units, in one description group. The viewer shows it as a tab of each unit that it is assigned to.',
})
export class DescriptionDto extends IntersectionType(OfGroup, CreateDescriptionDto, Timestamped) {}
