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

/** Where a marker stands on a map, in coordinates of its drawing; written as it is stored. */
export interface MarkerPlace {
  unit_map_id: string;
  x: number;
  y: number;
}

/** As declared: what is missing is null, or none. */
export type MarkerDescriptionFields = Pick<MarkerDescriptionDto, 'name'> &
  Partial<Pick<MarkerDescriptionDto, 'galleryId' | 'label' | 'description' | 'iframeSourceUrl' | 'outboundLinkUrl'>> & {
    places?: MarkerPlace[];
  };
