import { AssetOwned, invalid } from '@app/platform/core';
import { Column, Entity } from 'typeorm';
import {
  type CreateFilterDto,
  FILTER_TYPES,
  type FilterType,
  RANGE_TYPES,
  type RangeType,
  type UpdateFilterDto,
} from './filter.dto.js';

/** Narrows down the units on the map; visitors choose from its options. */
@Entity({ schema: 'merchandising', name: 'filter' })
export class Filter extends AssetOwned {
  @Column({ type: 'text', enum: FILTER_TYPES }) readonly type: FilterType;
  @Column('text') readonly name: string;
  @Column('text') readonly label: string;
  @Column('boolean', { default: true }) readonly isEnabled: boolean = true;
  @Column({ type: 'text', nullable: true, enum: RANGE_TYPES }) readonly rangeType: RangeType | null = null;

  constructor(assetId: string, fields: CreateFilterDto) {
    super(assetId);
    this.type = fields.type;
    this.revise(fields);
  }

  override revise(changes: UpdateFilterDto): void {
    if (changes.type !== this.type) throw invalid({ type: [`cannot be changed: this filter is of type ${this.type}`] });
    super.revise(changes);
  }
}
