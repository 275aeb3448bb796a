import { AssetOwned } from '@app/platform/core';
import { applyFileChange } from '@app/platform/files';
import { Column, Entity, Index } from 'typeorm';
import { UnitsChanged } from './unit.events.js';
import type { CreateUnitDto, UpdateUnitDto } from './unit.dto.js';

/** A unit for rent or sale: a flat, an office, a berth. */
@Entity({ schema: 'catalog', name: 'unit' })
@Index('unit_by_number', { synchronize: false }) // on an expression
@Index('unit_by_building', ['assetId', 'buildingId', 'id'])
@Index('unit_by_floor', ['assetId', 'floorId', 'id'])
@Index('unit_by_floor_plan', ['assetId', 'floorPlanId', 'id'])
@Index('unit_by_update', ['assetId', 'updatedAt', 'id'])
@Index('unit_by_view_image', ['viewImage'], { where: 'view_image is not null' })
@Index('unit_by_secondary_view_image', ['secondaryViewImage'], { where: 'secondary_view_image is not null' })
export class Unit extends AssetOwned {
  static readonly references = {
    buildingId: 'catalog.building',
    floorId: 'catalog.floor',
    floorPlanId: 'catalog.floor_plan',
  };

  @Column('bigint') readonly buildingId: string;
  @Column('bigint') readonly floorId: string;
  @Column('bigint') readonly floorPlanId: string;
  @Column('text') readonly unitNumber: string;
  @Column('integer') readonly area: number;
  @Column('boolean', { default: false }) readonly isAffordableHousingUnit: boolean = false;

  /** names of stored files */
  @Column('text', { nullable: true }) private viewImage: string | null = null;
  @Column('text', { nullable: true }) private secondaryViewImage: string | null = null;

  constructor(assetId: string, fields: CreateUnitDto) {
    super(assetId);
    this.revise(fields);
  }

  override revise({ viewImage, secondaryViewImage, ...fields }: UpdateUnitDto): void {
    const { unitNumber = this.unitNumber, floorId = this.floorId } = fields;
    if (unitNumber !== this.unitNumber || floorId !== this.floorId) this.record(new UnitsChanged(this.assetId));
    super.revise(fields);
    this.viewImage = applyFileChange(this.viewImage, viewImage);
    this.secondaryViewImage = applyFileChange(this.secondaryViewImage, secondaryViewImage);
  }

  remove(): void {
    this.record(new UnitsChanged(this.assetId));
  }
}
