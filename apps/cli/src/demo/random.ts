/** A reproducible pseudo-random generator: mulberry32, seeded with the FNV-1a hash of a text. */
export class Random {
  private state = 0x811c9dc5;

  constructor(seed: string) {
    for (const byte of Buffer.from(seed)) this.state = Math.imul(this.state ^ byte, 0x01000193);
  }

  /** A number from 0 (inclusive) to 1 (exclusive). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer from `min` to `max`, both inclusive. */
  integer(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  /** Returns the items in random order as a new array (Fisher-Yates). */
  shuffle<T>(items: readonly T[]): T[] {
    const shuffled = [...items];
    for (let last = shuffled.length - 1; last > 0; last -= 1) {
      const other = this.integer(0, last);
      [shuffled[last], shuffled[other]] = [shuffled[other]!, shuffled[last]!];
    }
    return shuffled;
  }
}
