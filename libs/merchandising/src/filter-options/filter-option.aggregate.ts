import { AssetOwned, conflict, type FieldErrors, invalid } from '@app/platform/core';
import { Column, Entity, Index } from 'typeorm';
import type { Filter } from '../filters/filter.aggregate.js';
import { FILTER_TYPES, type FilterType } from '../filters/filter.dto.js';
import { type UpdateFilterOptionDto, type CreateFilterOptionDto, MAX_SORT } from './filter-option.dto.js';

/** Fields specific to options of one type, with the names of their columns, which are those on the wire. */
export const OF_ONE_TYPE: [keyof UpdateFilterOptionDto, string, FilterType][] = [
  ['floorId', 'floor_id', 'floor'],
  ['shortLabel', 'short_label', 'floor'],
  ['floorPlanId', 'floor_plan_id', 'floor_plan'],
  ['min', 'min', 'range'],
  ['max', 'max', 'range'],
];

/** A choice of a filter; it has the type of the filter. */
@Entity({ schema: 'merchandising', name: 'filter_option' })
@Index('filter_option_in_order', ['assetId', 'filterId', 'sort', 'id'])
export class FilterOption extends AssetOwned {
  static readonly references = { floorId: 'catalog.floor_v1', floorPlanId: 'catalog.floor_plan_v1' };

  @Column('bigint') readonly filterId: string;
  @Column({ type: 'text', enum: FILTER_TYPES }) readonly type: FilterType;
  @Column('text') readonly label: string;
  @Column('integer') readonly sort: number;
  @Column('boolean', { default: true }) readonly isEnabled: boolean = true;
  @Column('bigint', { nullable: true }) readonly floorId: string | null = null;
  @Column('text', { nullable: true }) readonly shortLabel: string | null = null;
  @Column('bigint', { nullable: true }) readonly floorPlanId: string | null = null;
  @Column('integer', { nullable: true }) readonly min: number | null = null;
  @Column('integer', { nullable: true }) readonly max: number | null = null;

  /** @param lastSort the highest sort value among the filter's options */
  constructor({ assetId, id, type }: Filter, fields: CreateFilterOptionDto, lastSort: number) {
    super(assetId);
    this.filterId = id;
    this.type = type;
    this.sort = Math.min(lastSort + 1, MAX_SORT);
    this.revise(fields);
  }

  override revise(changes: UpdateFilterOptionDto): void {
    if (changes.type !== undefined && changes.type !== this.type)
      throw invalid({ type: [`must be ${this.type}, the type of the filter`] });
    super.revise(changes);
    const errors = this.errors(changes);
    if (Object.keys(errors).length > 0) throw invalid(errors);
  }

  private errors(changes: UpdateFilterOptionDto): FieldErrors {
    const errors: FieldErrors = {};
    for (const [property, name, its] of OF_ONE_TYPE)
      if (changes[property] !== undefined && its !== this.type) errors[name] = [`is a field of options of type ${its}`];
    return errors;
  }
}

/** Only options of one type accept units. @throws Problem for another type */
export function requireUnits(type: FilterType): void {
  if (type !== 'custom')
    throw conflict('option_without_units', `An option of type ${type} cannot have units: only custom options can`);
}
