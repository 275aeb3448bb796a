import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A map in an embed. It is deleted with the assignment of its asset to the account, and the embed with its last map. */
@Entity({ schema: 'mapping', name: 'embed_map' })
@Index('embed_map_by_embed', ['accountId', 'embedId', 'position'])
@Index('embed_map_by_map', ['assetId', 'unitMapId'])
export class EmbedMap {
  @PrimaryColumn('bigint') readonly assetId: string;
  @PrimaryColumn('bigint') readonly accountId: string;
  @PrimaryColumn('bigint') readonly embedId: string;
  /** from 0 */
  @PrimaryColumn('integer') readonly position: number;
  @Column('bigint') readonly unitMapId: string;
  @Column('text', { nullable: true }) readonly instanceKey: string | null;
  /** pricing process whose prices are shown; null = the latest publication */
  @Column('bigint', { nullable: true }) readonly pricingProcessId: string | null;
}
