import type { Unit } from '../units/unit.aggregate.js'; // not allowed: no-cycle, no-folder-cycle

export class Floor {
  units: Unit[];
}
