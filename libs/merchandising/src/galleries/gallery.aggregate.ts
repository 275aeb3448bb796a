import { AssetOwned } from '@app/platform/core';
import { Column, Entity } from 'typeorm';

/** Pictures of a place on the map. */
@Entity({ schema: 'merchandising', name: 'gallery' })
export class Gallery extends AssetOwned {
  @Column('text') readonly name: string;
  /** in order */
  @Column('text', { array: true, comment: 'names of stored files' }) private images: string[];

  constructor(assetId: string, name: string, images: string[]) {
    super(assetId);
    this.name = name;
    this.images = images;
  }

  /** True when that changes something. */
  declare(images: string[]): boolean {
    const changed = JSON.stringify(this.images) !== JSON.stringify(images);
    this.images = images;
    return changed;
  }
}
