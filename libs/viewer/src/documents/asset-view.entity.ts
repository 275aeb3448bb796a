import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Version 2 of an asset's document, but for what the prices of a process decide (`PricedView`). */
@Entity({ schema: 'viewer', name: 'asset_view' })
export class AssetView {
  @PrimaryColumn('bigint') readonly assetId: string;
  /** a JSON object */
  @Column('text') readonly body: string;
  /** maps by their id: a page shows those that are placed on it */
  @Column('jsonb') readonly maps: Record<string, unknown>;
  @Column('jsonb') readonly markers: unknown[];
  @Column('text') readonly etag: string;
}
