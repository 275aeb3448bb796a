import type { FileContent } from '@app/platform/files';
import { ApiSchema, OmitType } from '@nestjs/swagger';
import { Id, PartialType, Shape, Text, Timestamped } from '@app/platform/rest';

const IMAGES = {
  type: 'array',
  items: {
    type: 'object',
    properties: { url: { type: 'string', format: 'uri', description: 'URL of the image' } },
    required: ['url'],
  },
};

/** Images of a gallery, at most. */
export const MAX_IMAGES = 200;

/** An image by its address, as on the wire. */
export interface GalleryImage {
  url: string;
}

const KEPT = {
  type: 'array',
  maxItems: MAX_IMAGES,
  items: {
    type: 'object',
    properties: { url: { type: 'string', maxLength: 2047, description: 'URL of an image of the gallery' } },
    required: ['url'],
    additionalProperties: false,
  },
};

export class CreateGalleryDto {
  @Text({ max: 255, example: 'Lobby', description: 'Name of the gallery' }) name: string;
  /** file part of the form */
  image?: FileContent;
}

export class UpdateGalleryDto extends PartialType(OmitType(CreateGalleryDto, ['image'])) {
  @Shape(KEPT, { optional: true, example: undefined, description: 'The images that stay, in their new order' })
  images?: GalleryImage[];
  image?: FileContent;
}

@ApiSchema({ description: 'Images that a marker description shows.' })
export class GalleryDto extends Timestamped {
  @Id({ description: 'Id, assigned by the service' }) id: string;
  @Id() assetId: string;
  @Text({ filled: false, example: 'Lobby', description: 'Name of the gallery' }) name: string;
  @Shape(IMAGES, {
    description: 'Images in display order',
    example: [{ url: 'https://maps.example.com/files/7c1d.jpg' }],
  })
  images: GalleryImage[];
}
