import { AssetOwned } from '@app/platform/core';
import { Column, Entity } from 'typeorm';
import { ICON_TYPES } from '../icon-type.value.js';
import type { CreateAssetOutboundLinkDto } from './asset-outbound-link.dto.js';

/** A button next to the map that links to a page about the asset. */
@Entity({ schema: 'merchandising', name: 'asset_outbound_link' })
export class AssetOutboundLink extends AssetOwned {
  @Column('text') readonly name: string;
  @Column('text') readonly template: string;
  @Column('text') readonly label: string;
  @Column({ type: 'text', nullable: true, enum: ICON_TYPES }) readonly iconType: string | null = null;
  @Column('boolean') readonly openNewWindow: boolean;

  constructor(assetId: string, fields: CreateAssetOutboundLinkDto) {
    super(assetId);
    this.revise(fields);
  }
}
