import { ApiSchema } from '@nestjs/swagger';
import { Shape } from '@app/platform/rest';
import type { PriceState, ViewerAsset } from '../composition/viewer-document.schema.js';
import { VIEWER_DOCUMENT_SCHEMA } from '../composition/viewer-document.schema.js';

const { properties } = VIEWER_DOCUMENT_SCHEMA;

/** A DTO with the schema of the viewer document. */
@ApiSchema({
  description: 'The data of a map page: units, prices, filters, texts and drawings of each asset.',
})
export class ViewerDocumentDto {
  @Shape(properties['version']!, { example: 2 }) version: 2;
  @Shape(properties['kind']!, { example: 'embed' }) kind: 'embed' | 'landing_page';
  @Shape(properties['key']!, { example: 'k3v9q0x7d2m' }) key: string;
  @Shape(properties['name']!, { example: 'Website map' }) name: string;
  @Shape(properties['tags']!, { example: ['website'] }) tags: string[];
  @Shape(properties['allowed_origins']!, { sometimes: true, example: ['https://www.example.com'] })
  allowedOrigins?: string[];
  @Shape(properties['state']!, { example: 'live' }) state: PriceState;
  @Shape(properties['as_of']!, { sometimes: true, example: '2026-11-22T09:30:00+00:00' }) asOf?: string;
  @Shape(properties['today']!, { example: '2026-11-22' }) today: string;
  @Shape(properties['assets']!, { example: [] }) assets: ViewerAsset[];
}
