import {
  type AnyVariant,
  Bool,
  Identified,
  OneOf,
  PartialType,
  OfAsset,
  Shape,
  Text,
  Timestamped,
} from '@app/platform/rest';
import { IntersectionType } from '@nestjs/swagger';
import { ICON_TYPES } from '../icon-type.value.js';
import { URL_TEMPLATE } from '../url-template.dto.js';

export const LINK_TYPES = ['iframe_api', 'url_template', 'urls_per_unit'] as const;
export type LinkType = (typeof LINK_TYPES)[number];

const EVENT_KEY = { max: 63, pattern: '^[a-z0-9-]+$' };
const OPTIONAL_EVENT_KEY = {
  ...EVENT_KEY,
  optional: true,
  nullable: true,
  example: null,
  description: 'Names the link in events of the viewer',
};

/** Units on which a link is shown. */
export const SHOWN_FOR = ['all', 'available', 'unavailable'] as const;

/** Fields of links of every type. */
class LinkFields {
  @Text({ max: 255, example: 'Apply', description: 'Name of the link' }) name: string;
  @Text({
    optional: true,
    max: 95,
    nullable: true,
    example: 'Apply now',
    description: 'Text that visitors see; by default the name',
  })
  label?: string | null;
  @OneOf(ICON_TYPES, { optional: true, nullable: true, example: 'form', description: 'Icon beside the text' })
  iconType?: string | null;
  @OneOf(SHOWN_FOR, {
    optional: true,
    example: 'all',
    description:
      'Units on which visitors see the link: `available` ones, such as for booking a tour, which includes those that become available; `unavailable` ones, such as for a waiting list; default `all`',
  })
  shownFor?: (typeof SHOWN_FOR)[number];
}

export class CreateIframeUnitOutboundLinkDto extends LinkFields {
  @OneOf(['iframe_api'], { description: 'Sends an event to the host page and opens no URL' })
  type: 'iframe_api';
  @Text({ ...EVENT_KEY, example: 'apply', description: 'The viewer fires `outbound.<event_key>.click`' })
  eventKey: string;
}

export class CreateTemplateUnitOutboundLinkDto extends LinkFields {
  @OneOf(['url_template'], { description: 'Opens a URL made from a template for each unit' })
  type: 'url_template';
  @Text(OPTIONAL_EVENT_KEY) eventKey?: string | null;
  @Shape(URL_TEMPLATE, {
    example: 'https://www.example.com/apply?unit={{ unit_number }}',
    description: "Variables such as `{{ leasing_fields.key }}` and `{{ available_on | date('m/d/Y') }}`, URL-encoded",
  })
  template: string;
  @Bool({ description: 'Whether it opens in a new window' }) openInNewWindow: boolean;
}

export class CreateUrlsUnitOutboundLinkDto extends LinkFields {
  @OneOf(['urls_per_unit'], { description: 'Opens a URL that is stored for each unit' }) type: 'urls_per_unit';
  @Text(OPTIONAL_EVENT_KEY) eventKey?: string | null;
  @Bool({ description: 'Whether it opens in a new window' }) openInNewWindow: boolean;
  @Bool({ optional: true, example: false, description: 'Default false' }) showIconInList?: boolean;
}

export class UpdateIframeUnitOutboundLinkDto extends PartialType(CreateIframeUnitOutboundLinkDto) {
  @OneOf(['iframe_api'], { description: 'Sends an event to the host page and opens no URL' })
  override type: 'iframe_api';
}

export class UpdateTemplateUnitOutboundLinkDto extends PartialType(CreateTemplateUnitOutboundLinkDto) {
  @OneOf(['url_template'], { description: 'Opens a URL made from a template for each unit' })
  override type: 'url_template';
}

export class UpdateUrlsUnitOutboundLinkDto extends PartialType(CreateUrlsUnitOutboundLinkDto) {
  @OneOf(['urls_per_unit'], { description: 'Opens a URL that is stored for each unit' })
  override type: 'urls_per_unit';
}

export class IframeUnitOutboundLinkDto extends IntersectionType(
  Identified,
  OfAsset,
  CreateIframeUnitOutboundLinkDto,
  Timestamped,
) {}
export class TemplateUnitOutboundLinkDto extends IntersectionType(
  Identified,
  OfAsset,
  CreateTemplateUnitOutboundLinkDto,
  Timestamped,
) {}
export class UrlsUnitOutboundLinkDto extends IntersectionType(
  Identified,
  OfAsset,
  CreateUrlsUnitOutboundLinkDto,
  Timestamped,
) {}

/** The first variant is used in examples, because only it supports every operation. */
export const UNIT_OUTBOUND_LINK = {
  urls_per_unit: UrlsUnitOutboundLinkDto,
  iframe_api: IframeUnitOutboundLinkDto,
  url_template: TemplateUnitOutboundLinkDto,
};
export const CREATE_UNIT_OUTBOUND_LINK = {
  urls_per_unit: CreateUrlsUnitOutboundLinkDto,
  iframe_api: CreateIframeUnitOutboundLinkDto,
  url_template: CreateTemplateUnitOutboundLinkDto,
};
export const UPDATE_UNIT_OUTBOUND_LINK = {
  urls_per_unit: UpdateUrlsUnitOutboundLinkDto,
  iframe_api: UpdateIframeUnitOutboundLinkDto,
  url_template: UpdateTemplateUnitOutboundLinkDto,
};

export type CreateUnitOutboundLinkDto = AnyVariant<typeof CREATE_UNIT_OUTBOUND_LINK>;
export type UpdateUnitOutboundLinkDto = AnyVariant<typeof UPDATE_UNIT_OUTBOUND_LINK>;
