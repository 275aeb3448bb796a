import { ApiSchema } from '@nestjs/swagger';
import { Shape } from '@app/platform/rest';

const EMBED = { name: 'Website map', tags: ['website'], maps: [{ map_id: '1', asset_id: '1', instance_key: 'main' }] };

/** The document of an embed, version 1: docs/viewer-document.md. */
@ApiSchema({ description: 'An embed with the units, maps and prices of each of its assets.' })
export class EmbedDocumentDto {
  @Shape({ type: 'object', description: 'The embed and the maps placed on it' }, { example: EMBED }) embed: object;
  @Shape(
    {
      type: 'array',
      items: { type: 'object' },
      description: 'One document for each asset of the embed',
    },
    { example: [{ version: 1, asset: { id: '1', name: 'Rope Works' }, units: [], maps: [], pricing: [] }] },
  )
  assets: object[];
}
