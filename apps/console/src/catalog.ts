import type { Building, Floor, FloorPlan, Unit } from '@app/sdk';

/** The units of an asset, and what they refer to. */
export interface Catalog {
  asset: string;
  units: Unit[];
  buildings: Building[];
  floors: Floor[];
  plans: FloorPlan[];
}
