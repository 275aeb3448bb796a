import {
  type AnyVariant,
  Bool,
  Identified,
  OneOf,
  PartialType,
  OfAsset,
  Shape,
  Text,
  Timestamped,
} from '@app/platform/rest';
import { IntersectionType } from '@nestjs/swagger';

export const FILTER_TYPES = ['custom', 'floor', 'floor_plan', 'range'] as const;
export const RANGE_TYPES = ['unit_area', 'unit_move_in', 'unit_price'] as const;

export type FilterType = (typeof FILTER_TYPES)[number];
export type RangeType = (typeof RANGE_TYPES)[number];

const OPTIONS = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      id: { type: 'string', maxLength: 255, description: 'Id of the option' },
      label: { type: 'string', maxLength: 255, description: 'Text that visitors see' },
      sort: { type: 'integer', format: 'int32', description: 'Position among the options' },
    },
    required: ['id', 'label', 'sort'],
  },
  description: 'In their order; absent in lists of filters.',
};

const NO_OPTIONS = {
  type: 'array',
  items: {},
  maxItems: 0,
  description: 'create options at /filters/{filter}/options',
};

/** Fields of filters of every type. */
class FilterFields {
  @Text({ max: 255, example: 'Views', description: 'Name of the filter' }) name: string;
  @Text({ max: 255, example: 'View', description: 'Text that visitors see' }) label: string;
  @Bool({ optional: true, description: 'Default true' }) isEnabled?: boolean;
}

class NewFilter extends FilterFields {
  @Shape(NO_OPTIONS, { optional: true, example: undefined }) options?: never[];
}

class FilterChanges extends PartialType(FilterFields) {}

class Filter extends IntersectionType(Identified, OfAsset, FilterFields, Timestamped) {
  @Shape(OPTIONS, { sometimes: true, example: [{ id: '1', label: 'Harbour', sort: 1 }] })
  options: { id: string; label: string; sort: number }[];
}

class OfCustom {
  @OneOf(['custom'], { description: 'Units are assigned to its options' }) type: 'custom';
}
class OfFloor {
  @OneOf(['floor'], { description: 'Its options are floors' }) type: 'floor';
}
class OfFloorPlan {
  @OneOf(['floor_plan'], { description: 'Its options are floor plans' }) type: 'floor_plan';
}
class OfRange {
  @OneOf(['range'], { description: 'Its options are ranges of a number' }) type: 'range';
  @OneOf(RANGE_TYPES, { example: 'unit_price', description: 'What the ranges measure' }) rangeType: RangeType;
}

export class CreateCustomFilterDto extends IntersectionType(NewFilter, OfCustom) {}
export class CreateFloorFilterDto extends IntersectionType(NewFilter, OfFloor) {}
export class CreateFloorPlanFilterDto extends IntersectionType(NewFilter, OfFloorPlan) {}
export class CreateRangeFilterDto extends IntersectionType(NewFilter, OfRange) {}

export class UpdateCustomFilterDto extends IntersectionType(FilterChanges, OfCustom) {}
export class UpdateFloorFilterDto extends IntersectionType(FilterChanges, OfFloor) {}
export class UpdateFloorPlanFilterDto extends IntersectionType(FilterChanges, OfFloorPlan) {}
export class UpdateRangeFilterDto extends IntersectionType(FilterChanges, PartialType(OfRange)) {
  @OneOf(['range'], { description: 'Its options are ranges of a number' }) override type: 'range';
}

export class CustomFilterDto extends IntersectionType(Filter, OfCustom) {}
export class FloorFilterDto extends IntersectionType(Filter, OfFloor) {}
export class FloorPlanFilterDto extends IntersectionType(Filter, OfFloorPlan) {}
export class RangeFilterDto extends IntersectionType(Filter, OfRange) {}

export const CREATE_FILTER = {
  custom: CreateCustomFilterDto,
  floor: CreateFloorFilterDto,
  floor_plan: CreateFloorPlanFilterDto,
  range: CreateRangeFilterDto,
};
export const UPDATE_FILTER = {
  custom: UpdateCustomFilterDto,
  floor: UpdateFloorFilterDto,
  floor_plan: UpdateFloorPlanFilterDto,
  range: UpdateRangeFilterDto,
};
export const FILTER = {
  custom: CustomFilterDto,
  floor: FloorFilterDto,
  floor_plan: FloorPlanFilterDto,
  range: RangeFilterDto,
};

export type CreateFilterDto = AnyVariant<typeof CREATE_FILTER>;
export type UpdateFilterDto = AnyVariant<typeof UPDATE_FILTER>;
