import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The URL of a link for a unit. Written in batches by SQL. */
@Entity({ schema: 'merchandising', name: 'unit_outbound_link_url' })
@Index('unit_outbound_link_url_by_unit', ['assetId', 'unitId'])
export class UnitOutboundLinkUrl {
  @PrimaryColumn('bigint') readonly assetId: string;
  @PrimaryColumn('bigint') readonly linkId: string;
  @PrimaryColumn('bigint') readonly unitId: string;
  @Column('text') readonly url: string;
}
