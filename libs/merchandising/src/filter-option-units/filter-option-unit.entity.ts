import { Entity, Index, PrimaryColumn } from 'typeorm';

/** The assignment of a unit to a custom option. Written in batches by SQL. */
@Entity({ schema: 'merchandising', name: 'filter_option_unit' })
@Index('filter_option_unit_by_unit', ['assetId', 'unitId'])
export class FilterOptionUnit {
  @PrimaryColumn('bigint') readonly assetId: string;
  @PrimaryColumn('bigint') readonly optionId: string;
  @PrimaryColumn('bigint') readonly unitId: string;
}
