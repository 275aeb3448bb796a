import { AssetOwned, type FieldErrors, invalid } from '@app/platform/core';
import type { FileContent } from '@app/platform/files';
import { Column, Entity } from 'typeorm';
import { type GalleryImage, MAX_IMAGES } from './gallery.dto.js';

export interface GalleryFields {
  name?: string;
  /** names of stored files in order, or those of its images that stay */
  images?: readonly (string | GalleryImage)[];
  /** to append */
  image?: FileContent;
}

/** Images of a place on the map. */
@Entity({ schema: 'merchandising', name: 'gallery' })
export class Gallery extends AssetOwned {
  @Column('text') readonly name: string;
  @Column('text', { array: true, comment: 'names of stored files' }) readonly images: string[] = [];

  constructor(assetId: string, fields: GalleryFields & { name: string }) {
    super(assetId);
    this.revise(fields);
  }

  /** @throws Problem invalid for a URL that is not of its images, and for too many images */
  override revise({ images: sent = this.images, image, ...fields }: GalleryFields): void {
    const errors: FieldErrors = {};
    const kept = sent.map((each, n) => {
      if (typeof each === 'string') return each;
      const name = each.url.slice(each.url.lastIndexOf('/') + 1);
      if (!this.images.includes(name)) errors[`images.${n}.url`] = ['is not the URL of an image of this gallery'];
      return name;
    });
    const images = image ? [...kept, image.name] : kept;
    if (images.length > MAX_IMAGES) errors['image'] = [`would be more than ${MAX_IMAGES} images`];
    if (Object.keys(errors).length > 0) throw invalid(errors);
    super.revise({ ...fields, images });
  }
}
