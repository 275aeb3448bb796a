import type { Floor } from '../floors/floor.aggregate.js'; // not allowed: no-circular-folders

export class Unit {
  floor: Floor;
}
