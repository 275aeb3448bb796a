import { AssetOwned, defined } from '@app/kernel';
import { Column, Entity, Index } from 'typeorm';
import { UnitsChanged } from './unit.events.js';
import type { NewUnit, UnitChanges } from './unit.dto.js';

/** What is let or sold: a flat, an office, a berth. */
@Entity({ schema: 'catalog', name: 'unit' })
@Index('unit_by_number', ['assetId', 'unitNumber'])
@Index('unit_by_floor_plan', ['assetId', 'floorPlanId'])
export class Unit extends AssetOwned {
  @Column('bigint') readonly buildingId: string;
  @Column('bigint') readonly floorId: string;
  @Column('bigint') readonly floorPlanId: string;
  @Column('text') readonly unitNumber: string;
  @Column('integer') readonly area: number;
  @Column('boolean', { default: false }) readonly isAffordableHousingUnit: boolean = false;

  /** names of stored files */
  @Column('text', { nullable: true }) private viewImage: string | null = null;
  @Column('text', { nullable: true }) private secondaryViewImage: string | null = null;

  constructor(assetId: string, fields: NewUnit) {
    super(assetId);
    this.revise(fields);
  }

  revise({ viewImage, secondaryViewImage, ...fields }: UnitChanges): void {
    if (fields.unitNumber !== undefined && fields.unitNumber !== this.unitNumber)
      this.record(new UnitsChanged(this.assetId));
    const { buildingId, floorId, floorPlanId, unitNumber, area, isAffordableHousingUnit } = fields;
    Object.assign(this, defined({ buildingId, floorId, floorPlanId, unitNumber, area, isAffordableHousingUnit }));
    if (viewImage === 'delete') this.viewImage = null;
    if (secondaryViewImage === 'delete') this.secondaryViewImage = null;
  }

  remove(): void {
    this.record(new UnitsChanged(this.assetId));
  }
}
