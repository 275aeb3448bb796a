import type { Unit } from '../units/unit.aggregate.js'; // not allowed: no-circular, no-circular-folders

export class Floor {
  units: Unit[];
}
