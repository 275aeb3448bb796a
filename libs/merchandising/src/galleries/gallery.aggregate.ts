import { AssetOwned, type FieldErrors, invalid } from '@app/platform/core';
import type { FileContent } from '@app/platform/files';
import { Column, Entity, Index } from 'typeorm';
import { type GalleryImage, MAX_IMAGES, type UpdateGalleryDto } from './gallery.dto.js';

/** An image by the name of its stored file. */
interface StoredImage {
  name: string;
  alt?: string | null;
}

interface GalleryFields extends Omit<UpdateGalleryDto, 'images' | 'image'> {
  /** all images in order: stored files, or those of its images that stay */
  images?: readonly (StoredImage | GalleryImage)[];
  /** to append */
  image?: FileContent;
}

/** Images of a place on the map, a floor plan or a unit. */
@Entity({ schema: 'merchandising', name: 'gallery' })
@Index('gallery_by_floor_plan', ['assetId', 'floorPlanId'])
@Index('gallery_by_unit', ['assetId', 'unitId'])
export class Gallery extends AssetOwned {
  static readonly references = { floorPlanId: 'catalog.floor_plan_v1', unitId: 'catalog.unit_v1' };

  @Column('text') readonly name: string;
  @Column('text', { array: true, comment: 'names of stored files' }) readonly images: string[] = [];
  /** a text for each image, empty without one */
  @Column('text', { array: true }) readonly alts: string[] = [];
  @Column('bigint', { nullable: true }) readonly floorPlanId: string | null = null;
  @Column('bigint', { nullable: true }) readonly unitId: string | null = null;
  @Column('text', { nullable: true }) readonly tourUrl: string | null = null;
  @Column('text', { nullable: true }) readonly videoUrl: string | null = null;

  constructor(assetId: string, fields: GalleryFields & { name: string }) {
    super(assetId);
    this.revise(fields);
  }

  /** @throws Problem invalid for a URL that is not of its images, too many images, and a floor plan beside a unit */
  override revise({ images: sent = this.stored, image, imageAlt, ...fields }: GalleryFields): void {
    const errors: FieldErrors = {};
    const images = sent.map((each, n) => {
      if ('name' in each) return { name: each.name, alt: each.alt || '' };
      const name = each.url.slice(each.url.lastIndexOf('/') + 1);
      const known = this.images.indexOf(name);
      if (known < 0) errors[`images.${n}.url`] = ['is not the URL of an image of this gallery'];
      return { name, alt: (each.alt === undefined ? this.alts[known] : each.alt) || '' };
    });
    if (image) images.push({ name: image.name, alt: imageAlt || '' });
    else if (imageAlt) errors['image_alt'] = ['needs the part `image`, which it describes'];
    if (images.length > MAX_IMAGES) errors['image'] = [`would be more than ${MAX_IMAGES} images`];
    const { floorPlanId = this.floorPlanId, unitId = this.unitId } = fields;
    if (floorPlanId !== null && unitId !== null) errors['unit_id'] = ['must be null beside a `floor_plan_id`'];
    if (Object.keys(errors).length > 0) throw invalid(errors);
    super.revise({ ...fields, images: images.map(({ name }) => name), alts: images.map(({ alt }) => alt) });
  }

  private get stored(): StoredImage[] {
    return this.images.map((name, n) => ({ name, alt: this.alts[n]! }));
  }
}
