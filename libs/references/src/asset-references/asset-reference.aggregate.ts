import { AssetOwned } from '@app/platform/core';
import { Column, Entity, Index } from 'typeorm';
import type { CreateAssetReferenceDto } from './asset-reference.dto.js';

/** The id of an asset in a third-party system. */
@Entity({ schema: 'reference', name: 'asset_reference' })
@Index('asset_reference_key', ['assetId', 'key'], { unique: true })
@Index('asset_reference_by_value', ['key', 'value', 'id'])
export class AssetReference extends AssetOwned {
  @Column('text') readonly name: string;
  @Column('text', { nullable: true }) readonly description: string | null;
  @Column('text', { nullable: true }) readonly key: string | null;
  @Column('text') readonly value: string;

  constructor(assetId: string, fields: CreateAssetReferenceDto) {
    super(assetId);
    this.revise(fields);
  }
}
