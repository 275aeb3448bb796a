import { Assignments } from '@app/platform/resources';
import { Entity, Index, PrimaryColumn } from 'typeorm';
import { FilterOption, requireUnits } from '../filter-options/filter-option.aggregate.js';
import { FilterOptionUnitDto } from './filter-option-unit.dto.js';

/** The assignment of a unit to a custom option. */
@Entity({ schema: 'merchandising', name: 'filter_option_unit' })
@Index('filter_option_unit_by_unit', ['assetId', 'unitId'])
export class FilterOptionUnit {
  @PrimaryColumn('bigint') readonly assetId: string;
  @PrimaryColumn('bigint') readonly optionId: string;
  @PrimaryColumn('bigint') readonly unitId: string;
}

export const FILTER_OPTION_UNITS = new Assignments({
  entity: FilterOptionUnit,
  dto: FilterOptionUnitDto,
  owner: FilterOption,
  parents: { filter: 'merchandising.filter', option: 'merchandising.filter_option' },
  references: { unitId: 'catalog.unit_v1' },
  checkType: requireUnits,
});
