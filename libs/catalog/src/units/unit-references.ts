import { type IdReference, ReferenceValidator } from '@app/platform/persistence';
import { Injectable } from '@nestjs/common';
import type { UpdateUnitDto } from './unit.dto.js';

/** Checks that the building, floor and floor plan of a unit belong to its asset. */
@Injectable()
export class UnitReferences {
  constructor(private readonly ids: ReferenceValidator) {}

  require(assetId: string, { buildingId, floorId, floorPlanId }: UpdateUnitDto): Promise<void> {
    const named: IdReference[] = [
      { path: 'building_id', table: 'catalog.building', id: buildingId },
      { path: 'floor_id', table: 'catalog.floor', id: floorId },
      { path: 'floor_plan_id', table: 'catalog.floor_plan', id: floorPlanId },
    ];
    return this.ids.require(assetId, named);
  }
}
