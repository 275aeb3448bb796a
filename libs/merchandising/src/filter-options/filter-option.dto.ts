import {
  type AnyVariant,
  Bool,
  Id,
  Identified,
  Int32,
  OneOf,
  PartialType,
  OfAsset,
  Satisfies,
  Text,
  Timestamped,
} from '@app/platform/rest';
import { IntersectionType } from '@nestjs/swagger';
import { FILTER_TYPES, type FilterType } from '../filters/filter.dto.js';

/** docs/contract/specification.md, Filter option */
export const MAX_SORT = 255;

class OfFilter extends IntersectionType(Identified, OfAsset) {
  @Id() filterId: string;
}

/** Fields of options of every type. */
class OptionFields {
  @Text({ max: 255, example: 'Harbour', description: 'Text that visitors see' }) label: string;
  @Int32({ optional: true, max: MAX_SORT, example: 1, description: 'Position among the options; default: last' })
  sort?: number;
  @Bool({ optional: true, description: 'Default true' }) isEnabled?: boolean;
}

export class CreateCustomFilterOptionDto extends OptionFields {
  @OneOf(['custom'], { description: 'Selects the units that are assigned to it' }) type: 'custom';
}

export class CreateFloorFilterOptionDto extends OptionFields {
  @OneOf(['floor'], { description: 'Selects the units of a floor' }) type: 'floor';
  @Id() floorId: string;
  @Text({ optional: true, max: 4, nullable: true, example: 'L1', description: 'Text where space is short' })
  shortLabel?: string | null;
}

export class CreateFloorPlanFilterOptionDto extends OptionFields {
  @OneOf(['floor_plan'], { description: 'Selects the units of a floor plan' }) type: 'floor_plan';
  @Id() floorPlanId: string;
}

export class CreateRangeFilterOptionDto extends OptionFields {
  @OneOf(['range'], { description: 'Selects the units whose value is from `min` to `max`' }) type: 'range';
  @Int32({ example: 1500, description: 'Lowest value' })
  @Satisfies(['min', 'max'], ({ min, max }) => min <= max, 'must be at most max')
  min: number;
  @Int32({ example: 2500, description: 'Highest value' }) max: number;
}

export class CustomFilterOptionDto extends IntersectionType(OfFilter, CreateCustomFilterOptionDto, Timestamped) {}
export class FloorFilterOptionDto extends IntersectionType(OfFilter, CreateFloorFilterOptionDto, Timestamped) {}
export class FloorPlanFilterOptionDto extends IntersectionType(OfFilter, CreateFloorPlanFilterOptionDto, Timestamped) {}
export class RangeFilterOptionDto extends IntersectionType(OfFilter, CreateRangeFilterOptionDto, Timestamped) {}

export const CREATE_FILTER_OPTION = {
  custom: CreateCustomFilterOptionDto,
  floor: CreateFloorFilterOptionDto,
  floor_plan: CreateFloorPlanFilterOptionDto,
  range: CreateRangeFilterOptionDto,
};
export const FILTER_OPTION = {
  custom: CustomFilterOptionDto,
  floor: FloorFilterOptionDto,
  floor_plan: FloorPlanFilterOptionDto,
  range: RangeFilterOptionDto,
};

export type CreateFilterOptionDto = AnyVariant<typeof CREATE_FILTER_OPTION>;

/** Omitted from examples, because one example cannot show the fields of all types. */
const of = (type: FilterType) =>
  ({ optional: true, description: `Only of options of type \`${type}\``, example: undefined }) as const;

/** An update may omit the type; only fields of the option's type are accepted. */
export class UpdateFilterOptionDto extends PartialType(OptionFields) {
  @OneOf(FILTER_TYPES, { optional: true, description: 'The type of the filter' }) type?: FilterType;
  @Id(of('floor')) floorId?: string;
  @Text({ max: 4, nullable: true, ...of('floor') }) shortLabel?: string | null;
  @Id(of('floor_plan')) floorPlanId?: string;
  @Int32(of('range')) min?: number;
  @Int32(of('range')) max?: number;
}

/** An item of a batch: a new option needs the fields of its type, which is that of the filter. */
export class SaveFilterOptionDto extends PartialType(UpdateFilterOptionDto) {
  @Id({ optional: true, description: 'Id of the option to change' }) id?: string;
}
