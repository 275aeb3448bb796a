import { DISTINCT } from '@app/platform/core';
import { Id, Identified, Shape, Text, Timestamped } from '@app/platform/rest';
import { ApiSchema, IntersectionType } from '@nestjs/swagger';

const MAP = {
  type: 'object',
  properties: {
    id: { type: 'string', maxLength: 255, description: 'Id of the unit map' },
    asset_id: { type: 'string', maxLength: 255, description: 'Id of the asset' },
    instance_key: { type: ['string', 'null'], maxLength: 255, description: 'Name of the map within the embed' },
  },
  required: ['id', 'asset_id', 'instance_key'],
};
const TAGS = { type: 'array', [DISTINCT]: true, items: { type: 'string', maxLength: 255, format: 'text' } };

interface ServiceMap {
  id: string;
  assetId: string;
  instanceKey: string | null;
}

export class CreateEmbedDto {
  @Text({ max: 255, example: 'Website map', description: 'Name of the embed' }) name: string;
  @Shape(TAGS, { optional: true, example: ['website'], description: 'Tags of the embed' }) tags?: string[];
}

@ApiSchema({ description: 'A page with maps of one or more assets, for an iframe of a website.' })
export class EmbedDto extends IntersectionType(Identified, CreateEmbedDto, Timestamped) {
  @Id() accountId: string;
  @Shape(
    { type: 'array', items: MAP, description: 'Maps of assets, in the order in which the viewer shows them' },
    { example: [{ id: '1', asset_id: '1', instance_key: 'main' }] },
  )
  serviceMaps: ServiceMap[];
  @Text({ filled: false, example: 'https://maps.example.com/embed/k3v9q0x7d2m', description: "The viewer's page" })
  url: string;
}
