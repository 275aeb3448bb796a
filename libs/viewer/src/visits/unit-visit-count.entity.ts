import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** What visitors did with a unit on a day. Only SQL reads and writes it. */
@Entity({ schema: 'viewer', name: 'unit_visit_count' })
@Index('unit_visit_count_by_unit', ['assetId', 'unitId'])
@Index('unit_visit_count_by_day', ['day'])
export class UnitVisitCount {
  @PrimaryColumn('bigint') readonly assetId: string;
  /** where the asset stands */
  @PrimaryColumn('date') readonly day: string;
  @PrimaryColumn('bigint') readonly unitId: string;
  @Column('bigint') readonly views: string;
  @Column('bigint') readonly opens: string;
  @Column('bigint') readonly outboundClicks: string;
}
