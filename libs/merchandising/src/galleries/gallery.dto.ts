import { Id, Shape, Text, Timestamped } from '@app/platform/rest';

const IMAGES = {
  type: 'array',
  items: { type: 'object', properties: { url: { type: 'string', format: 'uri' } }, required: ['url'] },
};

export class GalleryDto extends Timestamped {
  @Id() id: string;
  @Id() assetId: string;
  @Text({ filled: false, example: 'Lobby' }) name: string;
  @Shape(IMAGES, { example: [{ url: 'https://maps.example.com/files/7c1d.jpg' }] }) images: { url: string }[];
}
