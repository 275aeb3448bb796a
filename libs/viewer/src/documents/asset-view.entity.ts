import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Version 2 of an asset's document, without the parts that depend on prices (`PricedView`). */
@Entity({ schema: 'viewer', name: 'asset_view' })
export class AssetView {
  @PrimaryColumn('bigint') readonly assetId: string;
  /** a JSON object */
  @Column('text') readonly body: string;
  /** maps by id; a page shows those placed on it */
  @Column('jsonb') readonly maps: Record<string, unknown>;
  @Column('jsonb') readonly markers: unknown[];
  /** that in which its days begin */
  @Column('text') readonly timeZone: string;
  @Column('boolean') readonly countVisits: boolean;
  @Column('text') readonly etag: string;
}
