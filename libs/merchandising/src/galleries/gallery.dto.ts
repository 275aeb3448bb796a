import type { FileContent } from '@app/platform/files';
import { ApiSchema, OmitType } from '@nestjs/swagger';
import { Id, PartialType, Shape, Text, Timestamped } from '@app/platform/rest';
import { MEDIA_URL } from './media-url.value.js';

const ALT = 'What the image shows, for people who cannot see it';
export const IMAGE_ALT = { type: ['string', 'null'], format: 'text', maxLength: 255 };

const IMAGES = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      url: { type: 'string', format: 'uri', description: 'URL of the image' },
      alt: { type: 'string', description: `${ALT}; absent without a text` },
    },
    required: ['url'],
  },
};

/** Images of a gallery, at most. */
export const MAX_IMAGES = 200;

/** An image by its address, as on the wire. */
export interface GalleryImage {
  url: string;
  alt?: string | null;
}

const KEPT = {
  type: 'array',
  maxItems: MAX_IMAGES,
  items: {
    type: 'object',
    properties: {
      url: { type: 'string', maxLength: 2047, description: 'URL of an image of the gallery' },
      alt: { ...IMAGE_ALT, description: `${ALT}; without this field, its text stays` },
    },
    required: ['url'],
    additionalProperties: false,
  },
};

const MEDIA = { nullable: true, example: null } as const;
const TOUR = { ...MEDIA, description: 'https URL of a 360° tour, which visitors open by a click' } as const;
const VIDEO = { ...MEDIA, description: 'https URL of a video, which visitors open by a click' } as const;
const OWNER = { nullable: true, example: null } as const;
const PLAN = {
  ...OWNER,
  description: 'Id of the floor plan whose homes show the gallery; not beside a `unit_id`',
} as const;
const UNIT = { ...OWNER, description: 'Id of the unit that shows the gallery; not beside a `floor_plan_id`' } as const;

export class CreateGalleryDto {
  @Text({ max: 255, example: 'Lobby', description: 'Name of the gallery' }) name: string;
  @Id({ ...PLAN, optional: true }) floorPlanId?: string | null;
  @Id({ ...UNIT, optional: true }) unitId?: string | null;
  @Shape(MEDIA_URL, { ...TOUR, optional: true }) tourUrl?: string | null;
  @Shape(MEDIA_URL, { ...VIDEO, optional: true }) videoUrl?: string | null;
  @Text({
    optional: true,
    max: IMAGE_ALT.maxLength,
    example: undefined,
    description: 'What the part `image` shows, for people who cannot see it',
  })
  imageAlt?: string;
  /** file part of the form */
  image?: FileContent;
}

export class UpdateGalleryDto extends PartialType(OmitType(CreateGalleryDto, ['image'])) {
  @Shape(KEPT, {
    optional: true,
    example: undefined,
    description: 'The images that stay, in their new order, and their texts',
  })
  images?: GalleryImage[];
  image?: FileContent;
}

@ApiSchema({ description: 'Images that a marker description, the homes of a floor plan, or a unit show.' })
export class GalleryDto extends Timestamped {
  @Id({ description: 'Id, assigned by the service' }) id: string;
  @Id() assetId: string;
  @Text({ filled: false, example: 'Lobby', description: 'Name of the gallery' }) name: string;
  @Shape(IMAGES, {
    description: 'Images in display order',
    example: [{ url: 'https://maps.example.com/files/7c1d.jpg', alt: 'The lobby at night' }],
  })
  images: GalleryImage[];
  @Id(PLAN) floorPlanId: string | null;
  @Id(UNIT) unitId: string | null;
  @Shape(MEDIA_URL, TOUR) tourUrl: string | null;
  @Shape(MEDIA_URL, VIDEO) videoUrl: string | null;
}
