import { Flag, Id, Int32, OneOf, Text, Timestamped } from '@app/platform/rest';
import type { FilterType } from '../filters/filter.dto.js';

export const FILTER_TYPES: readonly FilterType[] = ['custom', 'floor', 'floor_plan', 'range'];

/** test/contract/spec.md, Filter option */
export const SORT_MAX = 255;

/** What options of all types have. */
abstract class OptionDto extends Timestamped {
  @Id({ body: '-/R' }) id: string;
  @Id({ body: 'R/R' }) assetId: string;
  @Id({ body: 'R/R' }) filterId: string;
  @Text({ body: 'R/O', max: 255, example: 'Harbour' }) label: string;
  @Int32({ body: 'O/O', max: SORT_MAX, example: 1, description: 'Place among the options; default: the end' })
  sort: number;
  @Flag({ body: 'O/O', description: 'Default true' }) isEnabled: boolean;
}

export class CustomFilterOptionDto extends OptionDto {
  @OneOf(['custom'], { body: 'R/-' }) type: 'custom';
}

export class FloorFilterOptionDto extends OptionDto {
  @OneOf(['floor'], { body: 'R/-' }) type: 'floor';
  @Id({ body: 'R/-' }) floorId: string;
  @Text({ body: 'O/-', max: 4, nullable: true, example: 'L1' }) shortLabel: string | null;
}

export class FloorPlanFilterOptionDto extends OptionDto {
  @OneOf(['floor_plan'], { body: 'R/-' }) type: 'floor_plan';
  @Id({ body: 'R/-' }) floorPlanId: string;
}

export class RangeFilterOptionDto extends OptionDto {
  @OneOf(['range'], { body: 'R/-' }) type: 'range';
  @Int32({ body: 'R/-', example: 1500, description: 'At most `max`' }) min: number;
  @Int32({ body: 'R/-', example: 2500 }) max: number;
}

export const FILTER_OPTION = {
  custom: CustomFilterOptionDto,
  floor: FloorFilterOptionDto,
  floor_plan: FloorPlanFilterOptionDto,
  range: RangeFilterOptionDto,
};

/** In no example: none could show fields of all types. */
const of = (type: FilterType) => ({ description: `Only of options of type \`${type}\``, example: undefined });

/** Changes need not name the type: the option has it. Only fields of that type are accepted. */
export class FilterOptionDto extends OptionDto {
  @OneOf(FILTER_TYPES, { body: '-/O', description: 'The type of the filter' }) type: FilterType;
  @Id({ body: '-/O', ...of('floor') }) floorId: string;
  @Text({ body: '-/O', max: 4, nullable: true, ...of('floor') }) shortLabel: string | null;
  @Id({ body: '-/O', ...of('floor_plan') }) floorPlanId: string;
  @Int32({ body: '-/O', ...of('range') }) min: number;
  @Int32({ body: '-/O', ...of('range') }) max: number;
}

type Written = Omit<FilterOptionDto, 'id' | 'assetId' | 'filterId' | 'createdAt' | 'updatedAt'>;
export type FilterOptionChanges = Partial<Written>;
/** The body has made sure that the fields of the type are given, and no others. */
export type NewFilterOption = FilterOptionChanges & Pick<Written, 'type' | 'label'>;
