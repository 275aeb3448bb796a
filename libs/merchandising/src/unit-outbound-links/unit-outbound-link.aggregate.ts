import { AssetOwned, conflict, invalid } from '@app/platform/core';
import { Column, Entity } from 'typeorm';
import { ICON_TYPES } from '../icon-type.value.js';
import {
  type CreateUnitOutboundLinkDto,
  LINK_TYPES,
  type LinkType,
  SHOWN_FOR,
  type UpdateUnitOutboundLinkDto,
} from './unit-outbound-link.dto.js';

/** A button on every unit of an asset: it links to a page about the unit, or notifies the embedding page. */
@Entity({ schema: 'merchandising', name: 'unit_outbound_link' })
export class UnitOutboundLink extends AssetOwned {
  @Column({ type: 'text', enum: LINK_TYPES }) readonly type: LinkType;
  @Column('text') readonly name: string;
  @Column('text', { nullable: true }) readonly label: string | null = null;
  @Column({ type: 'text', nullable: true, enum: ICON_TYPES }) readonly iconType: string | null = null;
  @Column({ type: 'text', enum: SHOWN_FOR, default: 'all' }) readonly shownFor: (typeof SHOWN_FOR)[number] = 'all';
  @Column('text', { nullable: true }) readonly eventKey: string | null = null;
  @Column('text', { nullable: true }) readonly template: string | null = null;
  @Column('boolean', { nullable: true }) readonly openInNewWindow: boolean | null = null;
  @Column('boolean', { nullable: true }) readonly showIconInList: boolean | null = null;

  constructor(assetId: string, fields: CreateUnitOutboundLinkDto) {
    super(assetId);
    this.type = fields.type;
    if (fields.type === 'urls_per_unit') this.showIconInList = false;
    this.revise(fields);
  }

  override revise(changes: UpdateUnitOutboundLinkDto): void {
    if (changes.type !== this.type) throw invalid({ type: [`cannot be changed: this link is of type ${this.type}`] });
    super.revise(changes);
  }
}

/** Only one type has a URL per unit. @throws Problem for another type */
export function requireUrls(type: LinkType): void {
  if (type !== 'urls_per_unit')
    throw conflict('link_without_urls', `A link of type ${type} cannot have URLs: only urls_per_unit can`);
}
