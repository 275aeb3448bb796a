import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Units of an asset as one process prices them: a page shows those of the process that it names, or of the last published. */
@Entity({ schema: 'viewer', name: 'priced_view' })
export class PricedView {
  @PrimaryColumn('bigint') readonly assetId: string;
  /** 0 for an asset without any process */
  @PrimaryColumn('bigint') readonly processId: string;
  /** a JSON object */
  @Column('text') readonly body: string;
  @Column('text') readonly state: string;
  @Column('timestamptz', { nullable: true }) readonly asOf: Date | null;
  /** the next day on which a unit becomes available: until then its availabilities hold */
  @Column('date', { nullable: true }) readonly nextAvailableOn: string | null;
  @Column('text') readonly etag: string;
}
