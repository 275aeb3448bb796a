import { type FileChange, type FileContent } from '@app/platform/files';
import { Float, Id, Int32, OneOf, Text, Timestamped } from '@app/platform/rest';

const IMAGE = 'https://maps.example.com/files/5f0c.png';
const remove = { body: '-/O', returned: false, example: undefined, description: '`delete` removes the image' } as const;

export class FloorPlanDto extends Timestamped {
  @Id({ body: '-/R' }) id: string;
  @Id({ body: 'R/R' }) assetId: string;
  @Text({ body: 'R/O', max: 255, example: 'A1' }) name: string;
  @Int32({ body: 'R/O', min: 0, example: 1 }) bedroomCount: number;
  @Float({ body: 'R/O', min: 0, example: 1.5, description: '1.5 = one bath and a partial one' }) bathroomCount: number;
  @Text({ body: 'R/-', max: 255, example: 'One bedroom' }) filterLabel: string;
  @OneOf(['delete'], remove) image?: FileChange;
  @OneOf(['delete'], remove) secondaryImage?: FileChange;
  @Text({ nullable: true, example: IMAGE }) imageUrl: string | null;
  @Text({ nullable: true, example: null }) secondaryImageUrl: string | null;
}

/** A `filter_label` may be longer when the plan is created than when it is changed: 255 and 65 (test/contract/spec.md, Limits). */
export const CHANGED_LABEL_MOST = 65;

export class FloorPlanUpdateDto extends FloorPlanDto {
  @Text({
    body: 'R/O',
    max: 255,
    example: 'One bedroom',
    description: `At most ${CHANGED_LABEL_MOST} characters, unless it stays as it is.`,
  })
  declare filterLabel: string;
}

type Written = 'name' | 'bedroomCount' | 'bathroomCount' | 'filterLabel';
type Images = 'image' | 'secondaryImage';
export type NewFloorPlan = Pick<FloorPlanDto, Written> & Partial<Record<Images, FileContent>>;
export type FloorPlanChanges = Partial<Pick<FloorPlanDto, Written | Images>>;
