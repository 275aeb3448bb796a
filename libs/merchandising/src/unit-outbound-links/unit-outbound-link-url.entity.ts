import { Assignments } from '@app/platform/resources';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { requireUrls, UnitOutboundLink } from './unit-outbound-link.aggregate.js';
import { UnitOutboundLinkUrlDto } from './unit-outbound-link-url.dto.js';

/** The URL of a link for a unit. */
@Entity({ schema: 'merchandising', name: 'unit_outbound_link_url' })
@Index('unit_outbound_link_url_by_unit', ['assetId', 'unitId'])
export class UnitOutboundLinkUrl {
  @PrimaryColumn('bigint') readonly assetId: string;
  @PrimaryColumn('bigint') readonly linkId: string;
  @PrimaryColumn('bigint') readonly unitId: string;
  @Column('text') readonly url: string;
}

export const UNIT_OUTBOUND_LINK_URLS = new Assignments({
  entity: UnitOutboundLinkUrl,
  dto: UnitOutboundLinkUrlDto,
  owner: UnitOutboundLink,
  parents: { outboundLink: 'merchandising.unit_outbound_link' },
  references: { unitId: 'catalog.unit_v1' },
  checkType: requireUrls,
  /** every unit of the asset, with its URL or null; `offset 0` looks up the URL per unit of the page */
  rows: {
    from: 'catalog.unit_v1 unit',
    where: 'unit.asset_id = :asset',
    join: `left join lateral (select stored.url from merchandising.unit_outbound_link_url stored
      where stored.asset_id = :asset and stored.link_id = :outboundLink and stored.unit_id = unit.id offset 0) stored on true`,
    select: 'unit.id::text as unit_id, stored.url',
  },
});
