import type { Unit } from '../units/unit.aggregate.js'; // not allowed: no-cycle

export class Floor {
  units: Unit[];
}
