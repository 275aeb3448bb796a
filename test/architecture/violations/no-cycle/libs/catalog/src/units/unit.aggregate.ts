import type { Floor } from '../floors/floor.aggregate.js';

export class Unit {
  floor: Floor;
}
