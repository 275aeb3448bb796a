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
  @Column('text', { array: true, comment: 'names of stored files' }) private images: string[];

  constructor(assetId: string, { name, images }: GalleryFields) {
    super(assetId);
    this.name = name;
    this.images = images;
  }

  override revise({ images }: Pick<GalleryFields, 'images'>): void {
    this.images = images;
  }
}
