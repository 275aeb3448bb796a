import type { Floor } from '../floors/floor.aggregate.js'; // not allowed: no-folder-cycle

export class Unit {
  floor: Floor;
}
