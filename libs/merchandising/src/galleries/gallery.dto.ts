import { ApiSchema } from '@nestjs/swagger';
import { Id, Shape, Text, Timestamped } from '@app/platform/rest';

const IMAGES = {
  type: 'array',
  items: {
    type: 'object',
    properties: { url: { type: 'string', format: 'uri', description: 'URL of the image' } },
    required: ['url'],
  },
};

@ApiSchema({ description: 'Images that a marker description shows.' })
export class GalleryDto extends Timestamped {
  @Id({ description: 'Id, assigned by the service' }) id: string;
  @Id() assetId: string;
  @Text({ filled: false, example: 'Lobby', description: 'Name of the gallery' }) name: string;
  @Shape(IMAGES, {
    description: 'Images in display order',
    example: [{ url: 'https://maps.example.com/files/7c1d.jpg' }],
  })
  images: { url: string }[];
}
