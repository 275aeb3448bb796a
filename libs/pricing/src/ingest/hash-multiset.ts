import { randomInt } from 'node:crypto';
import { discard } from './detach-buffer.js';

/** Marks the absence of a hash. */
export const NONE = -1;
/** Random, so that clients cannot choose hashes that share a slot. */
const SEED = randomInt(2 ** 31);
/** A module constant, because looking up a global for each hash is slow in the vm contexts of tests. */
const { imul } = Math;

/** A multiset of 64-bit hashes outside the heap. Equal hashes form a list, so that any number of them costs the same. */
export class HashMultiset {
  /** first of equal hashes, by slot */
  private readonly heads: Int32Array;
  private readonly highs: Int32Array;
  private readonly lows: Int32Array;
  /** for the first of equal hashes, the last one left; for every other, the one before it */
  private readonly lasts: Int32Array;
  private readonly previous: Int32Array;
  private readonly removed: Uint8Array;
  private added = 0;
  private gone = 0;

  /** @param most maximum number of hashes */
  constructor(most: number) {
    this.heads = new Int32Array(2 ** Math.ceil(Math.log2(2 * most + 2))).fill(NONE);
    this.highs = new Int32Array(most);
    this.lows = new Int32Array(most);
    this.lasts = new Int32Array(most);
    this.previous = new Int32Array(most);
    this.removed = new Uint8Array(most);
  }

  /** The number of hashes left. */
  get size(): number {
    return this.added - this.gone;
  }

  /** Adds a hash. @returns whether it is the first of its value */
  add(high: number, low: number): boolean {
    const at = this.added++;
    this.highs[at] = high;
    this.lows[at] = low;
    const slot = this.slotOf(high, low);
    const head = this.heads[slot]!;
    const isFirst = head === NONE;
    this.previous[at] = isFirst ? NONE : this.lasts[head]!;
    if (isFirst) this.heads[slot] = at;
    this.lasts[isFirst ? at : head] = at;
    return isFirst;
  }

  /** Removes one of these hashes, the last added. @returns its index, or -1 if none is left */
  remove(high: number, low: number): number {
    const head = this.heads[this.slotOf(high, low)]!;
    const last = head === NONE ? NONE : this.lasts[head]!;
    if (last === NONE) return NONE;
    this.lasts[head] = this.previous[last]!;
    this.removed[last] = 1;
    this.gone += 1;
    return last;
  }

  /** The indexes of the hashes left, in the order in which they were added, from 0. */
  left(): Int32Array {
    const left = new Int32Array(this.size);
    for (let at = 0, count = 0; at < this.added; at += 1) if (this.removed[at] === 0) left[count++] = at;
    return left;
  }

  /** Frees the memory; call nothing afterwards. */
  release(): void {
    for (const array of [this.heads, this.highs, this.lows, this.lasts, this.previous, this.removed]) discard(array);
  }

  /** The slot of this hash, otherwise the next free one. */
  private slotOf(high: number, low: number): number {
    const { heads, highs, lows } = this;
    const last = heads.length - 1;
    let mixed = imul(high ^ SEED, 0x85ebca6b) ^ imul(low + SEED, 0xc2b2ae35);
    mixed = imul(mixed ^ (mixed >>> 15), 0x27d4eb2f);
    for (let slot = (mixed ^ (mixed >>> 13)) & last; ; slot = (slot + 1) & last) {
      const head = heads[slot]!;
      if (head === NONE || (highs[head] === high && lows[head] === low)) return slot;
    }
  }
}
