import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** What visitors did on the pages of an asset on a day, apart from its units. Only SQL reads and writes it. */
@Entity({ schema: 'viewer', name: 'page_visit_count' })
@Index('page_visit_count_by_day', ['day'])
export class PageVisitCount {
  @PrimaryColumn('bigint') readonly assetId: string;
  /** where the asset stands */
  @PrimaryColumn('date') readonly day: string;
  @Column('bigint') readonly views: string;
  @Column('bigint') readonly filters: string;
  @Column('bigint') readonly outboundClicks: string;
}
