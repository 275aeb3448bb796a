import { Flag, Id, OneOf, Shape, Text, Timestamped } from '@app/platform/rest';

export const RANGE_TYPES = ['unit_area', 'unit_move_in', 'unit_price'] as const;

export type FilterType = 'custom' | 'floor' | 'floor_plan' | 'range';
export type RangeType = (typeof RANGE_TYPES)[number];

const OPTIONS = {
  type: 'array',
  items: {
    type: 'object',
    properties: { id: { type: 'string' }, label: { type: 'string' }, sort: { type: 'integer', format: 'int32' } },
    required: ['id', 'label', 'sort'],
  },
  description: 'In their order; absent in lists of filters.',
};

const NO_OPTIONS = { type: 'array', maxItems: 0, description: 'create options at /filters/{filter}/options' };

/** What filters of all types have. */
abstract class FilterDto extends Timestamped {
  @Id({ body: '-/R' }) id: string;
  @Id({ body: 'R/R' }) assetId: string;
  @Text({ body: 'R/O', max: 255, example: 'Views' }) name: string;
  @Text({ body: 'R/O', max: 255, example: 'View' }) label: string;
  @Flag({ body: 'O/O', description: 'Default true' }) isEnabled: boolean;
  @Shape(OPTIONS, { returned: 'sometimes', inCreate: NO_OPTIONS, example: [{ id: '1', label: 'Harbour', sort: 1 }] })
  options: { id: string; label: string; sort: number }[];
}

export class CustomFilterDto extends FilterDto {
  @OneOf(['custom'], { body: 'R/R', description: 'Units are assigned to its options' }) type: 'custom';
}

export class FloorFilterDto extends FilterDto {
  @OneOf(['floor'], { body: 'R/R' }) type: 'floor';
}

export class FloorPlanFilterDto extends FilterDto {
  @OneOf(['floor_plan'], { body: 'R/R' }) type: 'floor_plan';
}

export class RangeFilterDto extends FilterDto {
  @OneOf(['range'], { body: 'R/R' }) type: 'range';
  @OneOf(RANGE_TYPES, { body: 'R/O', example: 'unit_price' }) rangeType: RangeType;
}

export const FILTER = {
  custom: CustomFilterDto,
  floor: FloorFilterDto,
  floor_plan: FloorPlanFilterDto,
  range: RangeFilterDto,
};

/** Fields of all variants: the body has made sure that those of the type are given, and no others. */
export interface NewFilter {
  type: FilterType;
  name: string;
  label: string;
  isEnabled?: boolean;
  rangeType?: RangeType;
}
export type FilterChanges = Partial<NewFilter> & Pick<NewFilter, 'type'>;
