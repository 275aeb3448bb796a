import { type FileChange, type FileContent } from '@app/platform/files';
import { Flag, Id, Int32, OneOf, Text, Timestamped } from '@app/platform/rest';

const IMAGE = 'https://maps.example.com/files/9b2e.jpg';
const remove = { body: '-/O', returned: false, example: undefined, description: '`delete` removes the image' } as const;

export class UnitDto extends Timestamped {
  @Id({ body: '-/R' }) id: string;
  @Id({ body: 'R/R' }) assetId: string;
  @Id({ body: 'R/O' }) buildingId: string;
  @Id({ body: 'R/O' }) floorId: string;
  @Id({ body: 'R/O' }) floorPlanId: string;
  @Id({ description: 'The same as `id`; accepted and ignored in bodies.' }) mapId: string;
  @Text({ body: 'R/O', max: 255, example: '101' }) unitNumber: string;
  @Int32({ body: 'R/O', min: 0, example: 640, description: 'Square feet or square meters' }) area: number;
  @Flag({ body: 'O/O', example: false, description: 'Default false' }) isAffordableHousingUnit: boolean;
  @OneOf(['delete'], remove) viewImage?: FileChange;
  @OneOf(['delete'], remove) secondaryViewImage?: FileChange;
  @Text({ nullable: true, example: IMAGE }) viewImageUrl: string | null;
  @Text({ nullable: true, example: null }) secondaryViewImageUrl: string | null;
}

type Written = 'buildingId' | 'floorId' | 'floorPlanId' | 'unitNumber' | 'area';
type Images = 'viewImage' | 'secondaryViewImage';
export type NewUnit = Pick<UnitDto, Written> &
  Partial<Pick<UnitDto, 'isAffordableHousingUnit'> & Record<Images, FileContent>>;
export type UnitChanges = Partial<Pick<UnitDto, Written | 'isAffordableHousingUnit' | Images>>;
