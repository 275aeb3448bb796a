import { ApiSchema } from '@nestjs/swagger';
import { HttpUrl, Id, Text, Timestamped } from '@app/platform/rest';

@ApiSchema({ description: 'What visitors see when they open a marker of a map.' })
export class MarkerDescriptionDto extends Timestamped {
  @Id({ description: 'Id, assigned by the service' }) id: string;
  @Id() assetId: string;
  @Id({ nullable: true, description: 'Id of the gallery that is shown with it' }) galleryId: string | null;
  @Text({ filled: false, example: 'Pool', description: 'Name of the marker' }) name: string;
  @Text({ nullable: true, example: 'Pool', description: 'Text that visitors see' }) label: string | null;
  @Text({ nullable: true, example: 'Open May to September', description: 'Plain text or basic Markdown' })
  description: string | null;
  @HttpUrl({ nullable: true, example: null, description: 'URL of a page that is shown in a frame' })
  iframeSourceUrl: string | null;
  @HttpUrl({ nullable: true, example: 'https://www.example.com/pool', description: 'URL of a link' })
  outboundLinkUrl: string | null;
}

/** The position of a marker on a map, in coordinates of its drawing; field names as stored. */
export interface MarkerPlace {
  unit_map_id: string;
  x: number;
  y: number;
}

/** Fields as declared; those left out keep their values. */
export type MarkerDescriptionFields = Pick<MarkerDescriptionDto, 'name'> &
  Partial<Pick<MarkerDescriptionDto, 'galleryId' | 'label' | 'description' | 'iframeSourceUrl' | 'outboundLinkUrl'>> & {
    places?: MarkerPlace[];
  };
