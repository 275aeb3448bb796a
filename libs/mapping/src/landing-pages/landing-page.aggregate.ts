import { AssetOwned } from '@app/platform/core';
import { Column, Entity, Index } from 'typeorm';
import type { NewLandingPageDto, UpdateLandingPageDto } from './landing-page.dto.js';
import { newViewerKey } from '../embeds/viewer-key.value.js';

/** A shareable page with one map. */
@Entity({ schema: 'mapping', name: 'landing_page' })
@Index('landing_page_viewer_key', ['key', 'assetId'], { unique: true })
@Index('landing_page_by_map', ['assetId', 'unitMapId'])
export class LandingPage extends AssetOwned {
  static readonly references = { serviceMapId: 'mapping.unit_map' };

  @Column('text') readonly key: string;
  @Column('text') name: string;
  @Column('bigint') private unitMapId: string;

  constructor(assetId: string, { name, serviceMapId }: NewLandingPageDto, key: string = newViewerKey()) {
    super(assetId);
    this.key = key;
    this.name = name;
    this.unitMapId = serviceMapId;
  }

  override revise({ name = this.name, serviceMapId = this.unitMapId }: UpdateLandingPageDto): void {
    this.name = name;
    this.unitMapId = serviceMapId;
  }
}
