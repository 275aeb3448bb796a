import { AssetOwned } from '@app/platform/core';
import { Column, Entity } from 'typeorm';
import type { CreateBuildingDto } from './building.dto.js';

/** A building of an asset. */
@Entity({ schema: 'catalog', name: 'building' })
export class Building extends AssetOwned {
  @Column('text') readonly name: string;
  @Column('text') readonly label: string;

  constructor(assetId: string, { label, ...fields }: CreateBuildingDto) {
    super(assetId);
    this.revise({ ...fields, label: label ?? fields.name });
  }
}
