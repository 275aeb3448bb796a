import { Flag, Id, OneOf, Shape, Text, Timestamped } from '@app/platform/rest';
import { ICON_TYPES } from '../icon-type.value.js';
import { URL_TEMPLATE } from '../url-template.value.js';

export type LinkType = 'iframe_api' | 'url_template' | 'urls_per_unit';

const EVENT_KEY = { max: 63, pattern: '^[a-z0-9-]+$' };

/** What links of all types have. */
abstract class UnitOutboundLinkDto extends Timestamped {
  @Id({ body: '-/R' }) id: string;
  @Id({ body: 'R/R' }) assetId: string;
  @Text({ body: 'R/O', max: 255, example: 'Apply' }) name: string;
  @Text({ body: 'O/O', max: 95, nullable: true, example: 'Apply now' }) label: string | null;
  @OneOf(ICON_TYPES, { body: 'O/O', nullable: true, example: 'form' }) iconType: string | null;
}

export class IframeUnitOutboundLinkDto extends UnitOutboundLinkDto {
  @OneOf(['iframe_api'], { body: 'R/R' }) type: 'iframe_api';
  @Text({ ...EVENT_KEY, body: 'R/O', example: 'apply', description: 'The viewer fires `outbound.<event_key>.click`' })
  eventKey: string;
}

export class TemplateUnitOutboundLinkDto extends UnitOutboundLinkDto {
  @OneOf(['url_template'], { body: 'R/R' }) type: 'url_template';
  @Text({ ...EVENT_KEY, body: 'O/O', nullable: true, example: null }) eventKey: string | null;
  @Shape(URL_TEMPLATE, {
    body: 'R/O',
    example: 'https://www.example.com/apply?unit={{ unit_number }}',
    description: "Variables such as `{{ leasing_fields.key }}` and `{{ available_on | date('m/d/Y') }}`, URL-encoded",
  })
  template: string;
  @Flag({ body: 'R/O' }) openInNewWindow: boolean;
}

export class UrlsUnitOutboundLinkDto extends UnitOutboundLinkDto {
  @OneOf(['urls_per_unit'], { body: 'R/R' }) type: 'urls_per_unit';
  @Text({ ...EVENT_KEY, body: 'O/O', nullable: true, example: null }) eventKey: string | null;
  @Flag({ body: 'R/O' }) openInNewWindow: boolean;
  @Flag({ body: 'O/O', example: false, description: 'Default false' }) showIconInList: boolean;
}

/** The first is that of the examples: only it has an answer for each operation. */
export const UNIT_OUTBOUND_LINK = {
  urls_per_unit: UrlsUnitOutboundLinkDto,
  iframe_api: IframeUnitOutboundLinkDto,
  url_template: TemplateUnitOutboundLinkDto,
};

export interface NewUnitOutboundLink extends Partial<Omit<LinkFields, 'type' | 'name'>> {
  type: LinkType;
  name: string;
}
export interface UnitOutboundLinkChanges extends Partial<LinkFields> {
  type: LinkType;
}

/** Fields of all variants: the body has made sure that those of the type are given, and no others. */
interface LinkFields {
  type: LinkType;
  name: string;
  label: string | null;
  iconType: string | null;
  eventKey: string | null;
  template: string;
  openInNewWindow: boolean;
  showIconInList: boolean;
}
