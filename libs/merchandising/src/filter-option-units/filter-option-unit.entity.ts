import { Entity, Index, PrimaryColumn } from 'typeorm';

/** That a custom option finds a unit. Written in sets, by SQL. */
@Entity({ schema: 'merchandising', name: 'filter_option_unit' })
@Index('filter_option_unit_by_unit', ['assetId', 'unitId'])
export class FilterOptionUnit {
  @PrimaryColumn('bigint') readonly assetId: string;
  @PrimaryColumn('bigint') readonly optionId: string;
  @PrimaryColumn('bigint') readonly unitId: string;
}
