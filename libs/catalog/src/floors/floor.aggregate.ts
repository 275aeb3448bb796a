import { AssetOwned } from '@app/platform/core';
import { Column, Entity, Index } from 'typeorm';
import type { CreateFloorDto } from './floor.dto.js';

/** A storey of an asset. */
@Entity({ schema: 'catalog', name: 'floor' })
@Index('floor_in_order', ['assetId', 'sort', 'id'])
export class Floor extends AssetOwned {
  @Column('text') readonly name: string;
  @Column('text') readonly filterLabel: string;
  @Column('text') readonly filterShortLabel: string;
  @Column('integer') readonly sort: number;

  constructor(assetId: string, fields: CreateFloorDto) {
    super(assetId);
    this.revise(fields);
  }
}
