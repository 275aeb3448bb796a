import { type FileChange, type FileContent } from '@app/platform/files';
import { Float, Id, Identified, Int32, PartialType, OfAsset, Removal, Text, Timestamped } from '@app/platform/rest';
import { ApiSchema, IntersectionType, OmitType } from '@nestjs/swagger';

const IMAGE = 'https://maps.example.com/files/5f0c.png';

/** Maximum length of a changed `filter_label`; a new floor plan accepts 255 (docs/contract/specification.md, Limits). */
export const MAX_CHANGED_LABEL_LENGTH = 65;

export class CreateFloorPlanDto {
  @Text({ max: 255, example: 'A1', description: 'Name of the floor plan' }) name: string;
  @Int32({ min: 0, example: 1, description: '0 for a studio' }) bedroomCount: number;
  @Float({ min: 0, example: 1.5, description: '1.5 = one bath and a partial one' }) bathroomCount: number;
  @Text({ max: 255, example: 'One bedroom', description: 'Label of the option that filters by it' })
  filterLabel: string;
  /** file parts of the form */
  image?: FileContent;
  secondaryImage?: FileContent;
}

export class UpdateFloorPlanDto extends PartialType(OmitType(CreateFloorPlanDto, ['image', 'secondaryImage'])) {
  @Text({
    optional: true,
    max: 255,
    filled: true,
    example: 'One bedroom',
    description: `At most ${MAX_CHANGED_LABEL_LENGTH} characters, unless it stays as it is.`,
  })
  override filterLabel?: string;
  @Removal() image?: FileChange;
  @Removal() secondaryImage?: FileChange;
}

export class SaveFloorPlanDto extends PartialType(OmitType(CreateFloorPlanDto, ['image', 'secondaryImage'])) {
  @Id({ optional: true, description: 'Id of the floor plan to change' }) id?: string;
}

@ApiSchema({ description: 'A layout that units share: rooms and images. Each unit has one.' })
export class FloorPlanDto extends IntersectionType(Identified, OfAsset, CreateFloorPlanDto, Timestamped) {
  @Text({ nullable: true, example: IMAGE, description: 'URL of the image' }) imageUrl: string | null;
  @Text({ nullable: true, example: null, description: 'URL of the second image' }) secondaryImageUrl: string | null;
}
