import { HttpUrl, Id, Text, Timestamped } from '@app/platform/rest';

export class MarkerDescriptionDto extends Timestamped {
  @Id() id: string;
  @Id() assetId: string;
  @Id({ nullable: true }) galleryId: string | null;
  @Text({ filled: false, example: 'Pool' }) name: string;
  @Text({ nullable: true, example: 'Pool' }) label: string | null;
  @Text({ nullable: true, example: 'Open May to September' }) description: string | null;
  @HttpUrl({ nullable: true, example: null }) iframeSourceUrl: string | null;
  @HttpUrl({ nullable: true, example: 'https://www.example.com/pool' }) outboundLinkUrl: string | null;
}

/** The position of a marker on a map, in coordinates of its drawing; field names as stored. */
export interface MarkerPlace {
  unit_map_id: string;
  x: number;
  y: number;
}

/** Fields as declared; missing ones become null or empty. */
export type MarkerDescriptionFields = Pick<MarkerDescriptionDto, 'name'> &
  Partial<Pick<MarkerDescriptionDto, 'galleryId' | 'label' | 'description' | 'iframeSourceUrl' | 'outboundLinkUrl'>> & {
    places?: MarkerPlace[];
  };
