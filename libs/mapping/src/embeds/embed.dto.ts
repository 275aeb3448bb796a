import { DISTINCT } from '@app/platform/core';
import { Id, Identified, PartialType, Shape, Text, Timestamped } from '@app/platform/rest';
import { ORIGIN } from './origin.value.js';
import { ApiSchema, IntersectionType } from '@nestjs/swagger';

const MAP = {
  type: 'object',
  properties: {
    id: { type: 'string', maxLength: 255, description: 'Id of the unit map' },
    asset_id: { type: 'string', maxLength: 255, description: 'Id of the asset' },
    instance_key: {
      type: ['string', 'null'],
      maxLength: 255,
      format: 'text',
      description: 'Name of the map within the embed',
    },
    pricing_process_id: {
      type: ['string', 'null'],
      maxLength: 255,
      description: 'Id of the pricing process whose prices are shown; `null`: the latest publication',
    },
  },
  required: ['id', 'asset_id', 'instance_key', 'pricing_process_id'],
};
const TAGS = { type: 'array', [DISTINCT]: true, items: { type: 'string', maxLength: 255, format: 'text' } };

interface ServiceMap {
  id: string;
  assetId: string;
  instanceKey: string | null;
  pricingProcessId: string | null;
}

export class CreateEmbedDto {
  @Text({ max: 255, example: 'Website map', description: 'Name of the embed' }) name: string;
  @Shape(TAGS, { optional: true, example: ['website'], description: 'Tags of the embed' }) tags?: string[];
}

const PLACED = {
  type: 'array',
  minItems: 1,
  maxItems: 100,
  description: 'Maps of assets of the account, in the order in which the viewer shows them',
  items: {
    type: 'object',
    properties: MAP.properties,
    required: ['id', 'asset_id'],
    additionalProperties: false,
  },
};
const ORIGINS = {
  type: 'array',
  maxItems: 100,
  uniqueItems: true,
  items: ORIGIN,
  description: 'Origins of the pages that may frame it; an empty list: all',
};

/** A map as a request places it; field names as on the wire. */
export interface SentMap {
  id: string;
  asset_id: string;
  instance_key?: string | null;
  pricing_process_id?: string | null;
}

export class NewEmbedDto extends CreateEmbedDto {
  @Shape(ORIGINS, { optional: true, example: ['https://www.example.com'] }) allowedOrigins?: string[];
  @Shape(PLACED, { example: [{ id: '1', asset_id: '1', instance_key: 'main' }] }) serviceMaps: SentMap[];
}

export class UpdateEmbedDto extends PartialType(NewEmbedDto) {}

@ApiSchema({ description: 'A page with maps of one or more assets, for an iframe of a website.' })
export class EmbedDto extends IntersectionType(Identified, CreateEmbedDto, Timestamped) {
  @Id() accountId: string;
  @Shape(ORIGINS, { example: ['https://www.example.com'] }) allowedOrigins: string[];
  @Shape(
    { type: 'array', items: MAP, description: 'Maps of assets, in the order in which the viewer shows them' },
    { example: [{ id: '1', asset_id: '1', instance_key: 'main', pricing_process_id: null }] },
  )
  serviceMaps: ServiceMap[];
  @Text({ filled: false, example: 'https://maps.example.com/embed/k3v9q0x7d2m', description: "The viewer's page" })
  url: string;
}
