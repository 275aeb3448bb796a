import { ApiSchema } from '@nestjs/swagger';
import { HttpUrl, Id, PartialType, Shape, Text, Timestamped } from '@app/platform/rest';

const COORDINATE = { type: 'number', minimum: -1e9, maximum: 1e9 };
const PLACES = {
  type: 'array',
  maxItems: 1000,
  items: {
    type: 'object',
    properties: {
      unit_map_id: { type: 'string', maxLength: 255, description: 'Id of the unit map' },
      x: { ...COORDINATE, description: 'In coordinates of its drawing' },
      y: { ...COORDINATE, description: 'In coordinates of its drawing' },
    },
    required: ['unit_map_id', 'x', 'y'],
    additionalProperties: false,
  },
  description: 'Where the marker is shown on maps',
};
const DESCRIPTION = {
  nullable: true,
  example: 'Open May to September',
  description: 'Plain text or basic Markdown',
} as const;
const EXAMPLE = [{ unit_map_id: '1', x: 120, y: 80 }];

export class CreateMarkerDescriptionDto {
  @Id({ optional: true, nullable: true, description: 'Id of the gallery that is shown with it' })
  galleryId?: string | null;
  @Text({ max: 255, example: 'Pool', description: 'Name of the marker' }) name: string;
  @Text({ optional: true, nullable: true, example: 'Pool', description: 'Text that visitors see' })
  label?: string | null;
  @Text({ ...DESCRIPTION, optional: true }) description?: string | null;
  @HttpUrl({ optional: true, nullable: true, example: null, description: 'URL of a page that is shown in a frame' })
  iframeSourceUrl?: string | null;
  @HttpUrl({ optional: true, nullable: true, example: 'https://www.example.com/pool', description: 'URL of a link' })
  outboundLinkUrl?: string | null;
  @Shape(PLACES, { optional: true, example: EXAMPLE }) places?: MarkerPlace[];
}

export class UpdateMarkerDescriptionDto extends PartialType(CreateMarkerDescriptionDto) {}

@ApiSchema({ description: 'What visitors see when they open a marker of a map.' })
export class MarkerDescriptionDto extends Timestamped {
  @Id({ description: 'Id, assigned by the service' }) id: string;
  @Id() assetId: string;
  @Id({ nullable: true, description: 'Id of the gallery that is shown with it' }) galleryId: string | null;
  @Text({ filled: false, example: 'Pool', description: 'Name of the marker' }) name: string;
  @Text({ nullable: true, example: 'Pool', description: 'Text that visitors see' }) label: string | null;
  @Text(DESCRIPTION)
  description: string | null;
  @HttpUrl({ nullable: true, example: null, description: 'URL of a page that is shown in a frame' })
  iframeSourceUrl: string | null;
  @HttpUrl({ nullable: true, example: 'https://www.example.com/pool', description: 'URL of a link' })
  outboundLinkUrl: string | null;
  @Shape(PLACES, { example: EXAMPLE }) places: MarkerPlace[];
}

/** The position of a marker on a map, in coordinates of its drawing; field names as stored. */
export interface MarkerPlace {
  unit_map_id: string;
  x: number;
  y: number;
}
