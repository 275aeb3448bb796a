import { Bool, Identified, OneOf, PartialType, OfAsset, Shape, Text, Timestamped } from '@app/platform/rest';
import { ApiSchema, IntersectionType } from '@nestjs/swagger';
import { ICON_TYPES } from '../icon-type.value.js';
import { URL_TEMPLATE } from '../url-template.dto.js';

export class CreateAssetOutboundLinkDto {
  @Text({ max: 255, example: 'Visit', description: 'Name of the link' }) name: string;
  @Shape(URL_TEMPLATE, {
    example: 'https://www.example.com/visit',
    description: 'Template of the URL, with variables of the asset',
  })
  template: string;
  @Text({ max: 95, example: 'Book a visit', description: 'Text that visitors see' }) label: string;
  @OneOf(ICON_TYPES, { optional: true, nullable: true, example: 'calendar', description: 'Icon beside the text' })
  iconType?: string | null;
  @Bool({ description: 'Whether it opens in a new window. Unit outbound links name this `open_in_new_window`' })
  openNewWindow: boolean;
}

export class UpdateAssetOutboundLinkDto extends PartialType(CreateAssetOutboundLinkDto) {}

@ApiSchema({ description: 'A button of the whole map, which opens a URL.' })
export class AssetOutboundLinkDto extends IntersectionType(
  Identified,
  OfAsset,
  CreateAssetOutboundLinkDto,
  Timestamped,
) {}
