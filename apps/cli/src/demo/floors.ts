import { readFileSync } from 'node:fs';
import { dataFile } from './data.js';
import { rooms } from './drawing.js';

/** A floor of the drawn building, with the room numbers that serve as unit numbers. */
export interface DrawnFloor {
  readonly name: string;
  /** 1 is the ground floor. */
  readonly level: number;
  /** Absolute path of the drawing. */
  readonly file: string;
  readonly unitNumbers: readonly string[];
}

/**
 * The five drawn floors, lowest first, unit numbers in ascending order. Each number is given once: a room drawn in two parts is one
 * unit, and a number that the drawings repeat on another floor (204d) belongs to the lower one.
 */
export function drawnFloors(): DrawnFloor[] {
  const taken = new Set<string>();
  return [1, 2, 3, 4, 5].map((level) => {
    const file = dataFile(`floor-svg/floor${level}.svg`);
    const numbers = new Set(rooms(readFileSync(file, 'utf8')).map(({ number }) => number));
    const unitNumbers = [...numbers].filter((number) => !taken.has(number)).sort();
    unitNumbers.forEach((number) => taken.add(number));
    return { name: `Level ${level}`, level, file, unitNumbers };
  });
}
