import { AssetOwned } from '@app/platform/core';
import { Column, Entity } from 'typeorm';

export interface GalleryFields {
  name: string;
  /** names of stored files, in order */
  images: string[];
}

/** Images of a place on the map. */
@Entity({ schema: 'merchandising', name: 'gallery' })
export class Gallery extends AssetOwned {
  @Column('text') readonly name: string;
  @Column('text', { array: true, comment: 'names of stored files' }) readonly images: string[];

  constructor(assetId: string, fields: GalleryFields) {
    super(assetId);
    this.revise(fields);
  }
}
