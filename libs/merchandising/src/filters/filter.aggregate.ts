import { AssetOwned, invalid } from '@app/platform/core';
import { Column, Entity } from 'typeorm';
import type { UpdateFilterDto, FilterType, CreateFilterDto, RangeType } from './filter.dto.js';

/** Narrows down the units on the map; visitors choose from its options. */
@Entity({ schema: 'merchandising', name: 'filter' })
export class Filter extends AssetOwned {
  @Column('text') readonly type: FilterType;
  @Column('text') readonly name: string;
  @Column('text') readonly label: string;
  @Column('boolean', { default: true }) readonly isEnabled: boolean = true;
  @Column('text', { nullable: true }) readonly rangeType: RangeType | null = null;

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
