import { Entity, Index, PrimaryColumn } from 'typeorm';
import { ValueColumns } from '../expenses/expense.aggregate.js';

/** Only SQL reads and writes entries; the entities let the schema check compare them with the migrations. */

@Entity({ schema: 'expenses', name: 'floor_plan_entry' })
@Index('floor_plan_entry_by_floor_plan', ['assetId', 'floorPlanId'])
@ValueColumns()
export class FloorPlanEntry {
  @PrimaryColumn('bigint') readonly assetId: string;
  @PrimaryColumn('bigint') readonly expenseId: string;
  @PrimaryColumn('bigint') readonly floorPlanId: string;
}

@Entity({ schema: 'expenses', name: 'unit_entry' })
@Index('unit_entry_by_unit', ['assetId', 'unitId'])
@ValueColumns()
export class UnitEntry {
  @PrimaryColumn('bigint') readonly assetId: string;
  @PrimaryColumn('bigint') readonly expenseId: string;
  @PrimaryColumn('bigint') readonly unitId: string;
}
