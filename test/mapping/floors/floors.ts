import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rooms } from './rooms.js';

const DATA = join(import.meta.dirname, '../../data/floors');

/** A floor of the drawn building, with the room numbers that serve as unit numbers. */
export interface DrawnFloor {
  readonly name: string;
  /** 1 = ground floor */
  readonly level: number;
  /** absolute path of the drawing */
  readonly file: string;
  readonly unitNumbers: readonly string[];
}

/**
 * The five drawn floors, the lowest first, with unit numbers in ascending order. Numbers are unique: a room drawn in two parts is
 * one unit, and a number repeated on a higher floor (204d) belongs to the lower one.
 */
export function drawnFloors(): DrawnFloor[] {
  const taken = new Set<string>();
  return [1, 2, 3, 4, 5].map((level) => {
    const file = join(DATA, `floor${level}.svg`);
    const numbers = new Set(rooms(readFileSync(file, 'utf8')).map(({ number }) => number));
    const unitNumbers = [...numbers].filter((number) => !taken.has(number)).sort();
    unitNumbers.forEach((number) => taken.add(number));
    return { name: `Level ${level}`, level, file, unitNumbers };
  });
}
