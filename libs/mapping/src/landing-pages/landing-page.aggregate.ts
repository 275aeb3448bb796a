import { AssetOwned } from '@app/platform/core';
import { Column, Entity, Index } from 'typeorm';
import { newViewerKey } from '../embeds/viewer-key.value.js';

/** A shareable page with one map. */
@Entity({ schema: 'mapping', name: 'landing_page' })
@Index('landing_page_viewer_key', ['key', 'assetId'], { unique: true })
@Index('landing_page_by_map', ['assetId', 'unitMapId'])
export class LandingPage extends AssetOwned {
  @Column('text') readonly key: string;
  @Column('text') name: string;
  @Column('bigint') private unitMapId: string;

  constructor(assetId: string, name: string, unitMapId: string, key: string = newViewerKey()) {
    super(assetId);
    this.key = key;
    this.name = name;
    this.unitMapId = unitMapId;
  }

  /** @returns whether anything changed */
  override revise({ name, unitMapId }: { name: string; unitMapId: string }): boolean {
    const changed = this.name !== name || this.unitMapId !== unitMapId;
    this.name = name;
    this.unitMapId = unitMapId;
    return changed;
  }
}
