import { type FileChange, type FileContent } from '@app/platform/files';
import { Bool, Id, Identified, Int32, PartialType, OfAsset, Removal, Text, Timestamped } from '@app/platform/rest';
import { ApiSchema, IntersectionType, OmitType } from '@nestjs/swagger';

const IMAGE = 'https://maps.example.com/files/9b2e.jpg';

export class CreateUnitDto {
  @Id() buildingId: string;
  @Id() floorId: string;
  @Id() floorPlanId: string;
  @Text({ max: 255, example: '101', description: 'Number of the unit' }) unitNumber: string;
  @Int32({ min: 0, example: 640, description: 'Square feet or square meters' }) area: number;
  @Bool({ optional: true, example: false, description: 'Default false' }) isAffordableHousingUnit?: boolean;
  /** file parts of the form */
  viewImage?: FileContent;
  secondaryViewImage?: FileContent;
}

export class UpdateUnitDto extends PartialType(OmitType(CreateUnitDto, ['viewImage', 'secondaryViewImage'])) {
  @Removal() viewImage?: FileChange;
  @Removal() secondaryViewImage?: FileChange;
}

export class SaveUnitDto extends PartialType(OmitType(CreateUnitDto, ['viewImage', 'secondaryViewImage'])) {
  @Id({ optional: true, description: 'Id of the unit to change' }) id?: string;
  @Text({
    optional: true,
    max: 255,
    filled: true,
    example: undefined,
    description:
      'With `match-by=reference`: id of the unit in the system of the reference group, which a new unit gets',
  })
  reference?: string;
}

@ApiSchema({ description: 'An apartment, office or lot of an asset. Its prices are those of its pricing units.' })
export class UnitDto extends IntersectionType(Identified, OfAsset, CreateUnitDto, Timestamped) {
  @Id({ description: 'The same as `id`; accepted and ignored in bodies.' }) mapId: string;
  @Text({ nullable: true, example: IMAGE, description: 'URL of the image of the view' }) viewImageUrl: string | null;
  @Text({ nullable: true, example: null, description: 'URL of the second image of the view' })
  secondaryViewImageUrl: string | null;
}
