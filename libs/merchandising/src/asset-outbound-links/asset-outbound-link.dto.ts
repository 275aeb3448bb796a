import { Flag, Id, OneOf, Shape, Text, Timestamped } from '@app/platform/rest';
import { ICON_TYPES } from '../icon-type.value.js';
import { URL_TEMPLATE } from '../url-template.value.js';

export class AssetOutboundLinkDto extends Timestamped {
  @Id({ body: '-/R' }) id: string;
  @Id({ body: 'R/R' }) assetId: string;
  @Text({ body: 'R/O', max: 255, example: 'Visit' }) name: string;
  @Shape(URL_TEMPLATE, { body: 'R/O', example: 'https://www.example.com/visit' }) template: string;
  @Text({ body: 'R/O', max: 95, example: 'Book a visit' }) label: string;
  @OneOf(ICON_TYPES, { body: 'O/O', nullable: true, example: 'calendar' }) iconType: string | null;
  @Flag({ body: 'R/O', description: 'Unit outbound links spell it `open_in_new_window`' }) openNewWindow: boolean;
}

type Written = 'name' | 'template' | 'label' | 'openNewWindow';
export type NewAssetOutboundLink = Pick<AssetOutboundLinkDto, Written> &
  Partial<Pick<AssetOutboundLinkDto, 'iconType'>>;
export type AssetOutboundLinkChanges = Partial<NewAssetOutboundLink>;
