import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Where a link leads from one unit. Written in sets, by SQL. */
@Entity({ schema: 'merchandising', name: 'unit_outbound_link_url' })
@Index('unit_outbound_link_url_by_unit', ['assetId', 'unitId'])
export class UnitOutboundLinkUrl {
  @PrimaryColumn('bigint') readonly assetId: string;
  @PrimaryColumn('bigint') readonly linkId: string;
  @PrimaryColumn('bigint') readonly unitId: string;
  @Column('text') readonly url: string;
}
