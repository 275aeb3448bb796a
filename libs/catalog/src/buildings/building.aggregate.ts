import { AssetOwned } from '@app/platform/core';
import { Column, Entity } from 'typeorm';
import type { BuildingChanges, NewBuilding } from './building.dto.js';

/** One house of a property. */
@Entity({ schema: 'catalog', name: 'building' })
export class Building extends AssetOwned {
  @Column('text') readonly name: string;
  @Column('text') readonly label: string;

  constructor(assetId: string, { name, label }: NewBuilding) {
    super(assetId);
    this.name = name;
    this.label = label ?? name;
  }

  revise({ name = this.name, label = this.label }: BuildingChanges): void {
    Object.assign(this, { name, label });
  }
}
