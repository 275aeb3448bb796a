import { type FileChange, type FileContent } from '@app/platform/files';
import { BuildingDto } from '../buildings/building.dto.js';
import { FloorPlanDto } from '../floor-plans/floor-plan.dto.js';
import { FloorDto } from '../floors/floor.dto.js';
import type { JsonSchema } from '@app/platform/core';
import {
  Bool,
  CalendarDate,
  fieldsOf,
  Id,
  Identified,
  Int32,
  responseSchema,
  Shape,
  Timestamp,
  PartialType,
  OfAsset,
  Removal,
  Text,
  Timestamped,
} from '@app/platform/rest';
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

const INCLUDED = { sometimes: true, example: undefined } as const;

const Included = (schema: JsonSchema, what: string) =>
  Shape(schema, { ...INCLUDED, description: `With \`include\`: the ${what}` });

class IncludedPricingUnitDto {
  @Id({ description: 'Id of the unit' }) id: string;
  @Id({ description: 'Id of the pricing process' }) pricingId: string;
  @Text({ nullable: true, example: 'P-101', description: 'Third-party id that entries are matched by' })
  providerId: string | null;
  @Text({ example: '101', description: 'Number of the unit' }) unitNumber: string;
  @Text({ nullable: true, example: 'Available', description: 'Free text from the source' }) status: string | null;
  @Text({ nullable: true, example: 'available', description: 'What it means, by `status_map` of the process' })
  state: string | null;
  @Int32({ min: 0, nullable: true, example: 2450, description: 'Monthly rent' }) price: number | null;
  @Int32({ min: 0, nullable: true, example: 2600, description: 'Price before a discount' }) fullPrice: number | null;
  @Bool({ description: 'Whether visitors see the price' }) showPricing: boolean;
  @Bool({ description: 'Whether visitors can lease it online' }) showOnlineLeasing: boolean;
  @Text({ nullable: true, example: null, description: 'Special offer' }) specialsDescription: string | null;
  @CalendarDate({ nullable: true, description: 'First day on which it can be rented' }) availableOn: string | null;
  @Timestamp({ description: 'When it was created' }) createdAt: string;
  @Timestamp({ description: 'When it was last changed' }) updatedAt: string;
}

class IncludedReferenceDto {
  @Id({ description: 'Id of the reference group' }) groupId: string;
  @Text({ nullable: true, example: 'crm', description: 'Key of the group' }) key: string | null;
  @Text({ nullable: true, example: 'CRM-101', description: 'Id of the unit in that system' }) value: string | null;
}

@ApiSchema({ description: 'An apartment, office or lot of an asset. Its prices are those of its pricing units.' })
export class UnitDto extends IntersectionType(Identified, OfAsset, CreateUnitDto, Timestamped) {
  @Id({ description: 'The same as `id`; accepted and ignored in bodies.' }) mapId: string;
  @Text({ nullable: true, example: IMAGE, description: 'URL of the image of the view' }) viewImageUrl: string | null;
  @Text({ nullable: true, example: null, description: 'URL of the second image of the view' })
  secondaryViewImageUrl: string | null;
  @Included(responseSchema(BuildingDto), 'building') building?: object | null;
  @Included(responseSchema(FloorDto), 'floor') floor?: object | null;
  @Included(responseSchema(FloorPlanDto), 'floor plan') floorPlan?: object | null;
  @Shape(
    { type: 'array', items: responseSchema(IncludedPricingUnitDto) },
    { ...INCLUDED, description: 'With `include`: the unit in each pricing process' },
  )
  pricingUnits?: object[];
  @Shape(
    { type: 'array', items: responseSchema(IncludedReferenceDto) },
    { ...INCLUDED, description: 'With `include`: its ids in other systems' },
  )
  references?: object[];
}

/** The fields of a unit that a response can be limited to. */
export const UNIT_FIELDS = fieldsOf(UnitDto).flatMap(({ name, sometimes }) => (sometimes ? [] : [name]));
