import { hash as digest } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { CopiedRows } from '../ingest/copied-columns.js';
import { HashMultiset, NONE } from '../ingest/hash-multiset.js';
import type { RowIndex } from '../ingest/row-index.js';
import { type LiveEntries, NO_START } from './live-entries.js';

/** Kinds of changes of an entry (same unit, term and start). One entry may have several. */
export const CHANGE_KIND_NAMES = [
  ...(['added', 'removed', 'price_up', 'price_down', 'availability_changed', 'specials_changed'] as const),
  'other_changed',
] as const;
export type ChangeKind = (typeof CHANGE_KIND_NAMES)[number];

/** `any` counts changed entries that existed before, `beyond` those whose price changed by more than the limit. */
export type ChangeCounts = Record<ChangeKind | 'any' | 'beyond', number>;

/** Maximum number of listed changes per kind. */
export const LISTED = 50;

/** A listed change: ids of the new and of the old entry. */
export interface ListedChange {
  kind: ChangeKind;
  added: string | null;
  removed: string | null;
  provider: string;
}

const ADDED: readonly ChangeKind[] = ['added'];

/** Entries per turn of the event loop. */
const AT_ONCE = 1_024;
/** Offset of the id. */
const ID = 2 + 2 * 12 + 4;
/** Offset of the first column without a fixed position (flat-entry-selector.ts). */
const UNIT_NUMBER = 2 + 3 * 12;
const NUMBER = 8;
const { imul } = Math;

/** A cursor over the rows of a data set, with the offsets of their columns. */
export class SentEntry {
  rows!: CopiedRows;
  private number = 0;
  provider = 0;
  price = 0;

  at(rows: CopiedRows, start: number): this {
    this.rows = rows;
    this.number = start + UNIT_NUMBER;
    this.provider = rows.after(this.number);
    this.price = rows.after(this.provider);
    return this;
  }

  get id(): string {
    return String(this.rows.bytes.readBigInt64BE(this.number - UNIT_NUMBER + ID));
  }

  get unitNumber(): string {
    return this.text(this.number);
  }

  get providerId(): string {
    return this.text(this.provider);
  }

  get term(): number {
    return this.price + 2 * NUMBER;
  }

  get startsOn(): number {
    return this.rows.after(this.term);
  }

  get specials(): number {
    return this.rows.after(this.rows.after(this.startsOn));
  }

  private text(column: number): string {
    return this.rows.bytes.toString('utf8', column + 4, this.rows.after(column));
  }
}

/** Pairs the entries that differ between a data set and the live one: same unit, term and start, in the order of their ids. */
export class ChangedPairs {
  private readonly views: CopiedRows[];
  /** by added entry: the removed entry that it replaces */
  private readonly replaced: Int32Array;
  /** removed entries without a replacement */
  private gone = new Int32Array(0);
  private readonly entry = new SentEntry();
  private readonly key = new Int32Array(2);
  /** kinds of the current entry; reused, because an array per entry would fill the old generation of the heap */
  private readonly found: ChangeKind[] = [];

  /** @param buffers with the rows @param added indexes in the data set @param removed indexes among the live entries */
  constructor(
    private readonly rows: RowIndex,
    buffers: readonly Buffer[],
    private readonly live: LiveEntries,
    private readonly added: readonly number[],
    private readonly removed: Int32Array,
  ) {
    this.views = buffers.map((buffer) => new CopiedRows(buffer));
    this.replaced = new Int32Array(added.length);
  }

  /** Pairs the entries; call it first. */
  async pair(): Promise<this> {
    const { removed, added, live, key } = this;
    const left = new HashMultiset(removed.length);
    // Iterates backwards, because the multiset returns the last added of equal entries first.
    for (let at = removed.length - 1; at >= 0; at -= 1) {
      live.pair(removed[at]!, this.hash);
      left.add(key[0]!, key[1]!);
      if (at % AT_ONCE === 0) await turn();
    }
    for (let at = 0; at < added.length; at += 1) {
      const { rows, provider, price, term, startsOn } = this.sent(added[at]!);
      this.hash(rows.bytes, provider + 4, price, rows.int32OrNull(term) ?? 0, rows.int32OrNull(startsOn) ?? NO_START);
      const nth = left.remove(key[0]!, key[1]!);
      this.replaced[at] = nth === NONE ? NONE : removed[removed.length - 1 - nth]!;
      if (at % AT_ONCE === AT_ONCE - 1) await turn();
    }
    this.gone = left.left().map((at) => removed[removed.length - 1 - at]!);
    left.release();
    return this;
  }

  /**
   * Counts the changes and selects the listed ones.
   * @param limit maximum price change in percent
   */
  async changes(limit: number | null): Promise<{ counts: ChangeCounts; shown: ListedChange[] }> {
    const counts = Object.fromEntries([...CHANGE_KIND_NAMES, 'any', 'beyond'].map((kind) => [kind, 0])) as ChangeCounts;
    const shown: ListedChange[] = [];
    for (let at = 0; at < this.added.length; at += 1) {
      const [row, before] = [this.added[at]!, this.replaced[at]!];
      const sent = this.sent(row);
      const kinds = before === NONE ? ADDED : this.kinds(row, sent, before);
      for (const kind of kinds) if (counts[kind]++ < LISTED) shown.push(this.shown(kind, sent, before));
      if (before !== NONE && kinds.length > 0) counts.any += 1;
      if (before !== NONE && limit !== null && this.isBeyond(limit, sent, before)) counts.beyond += 1;
      if (at % AT_ONCE === AT_ONCE - 1) await turn();
    }
    counts.removed = this.gone.length;
    for (const at of await this.firstGone())
      shown.push({ kind: 'removed', added: null, removed: this.live.id(at), provider: this.live.provider(at) });
    return { counts, shown };
  }

  /** The kinds of changes of an entry; valid until the next call. */
  private kinds(row: number, { rows, price, specials }: SentEntry, before: number): readonly ChangeKind[] {
    const { live, found: kinds } = this;
    kinds.length = 0;
    const change = rows.int32(price) - live.number(before, 'price');
    if (change !== 0) kinds.push(change > 0 ? 'price_up' : 'price_down');
    const isMoved = rows.int32(price + NUMBER) !== live.number(before, 'availableOn');
    if (isMoved) kinds.push('availability_changed');
    if (this.areOtherSpecials(rows, specials, before)) kinds.push('specials_changed');
    const isEqual =
      this.rows.high(row) === live.number(before, 'high') && this.rows.low(row) === live.number(before, 'low');
    if (kinds.length === 0 && !isEqual) kinds.push('other_changed');
    return kinds;
  }

  private areOtherSpecials(rows: CopiedRows, column: number, before: number): boolean {
    const [high, low] = [this.live.number(before, 'specials'), this.live.number(before, 'specialsLow')];
    if (rows.isNull(column)) return high !== 0 || low !== 0;
    const known = digest('sha256', rows.bytes.subarray(column + 4, rows.after(column)), 'buffer');
    return known.readInt32BE(0) !== high || known.readInt32BE(4) !== low;
  }

  private isBeyond(limit: number, { rows, price }: SentEntry, before: number): boolean {
    const old = this.live.number(before, 'price');
    return Math.abs(rows.int32(price) - old) * 100 > limit * old;
  }

  private shown(kind: ChangeKind, { id, providerId: provider }: SentEntry, before: number): ListedChange {
    const removed = before === NONE ? null : this.live.id(before);
    return { kind, added: id, removed, provider };
  }

  /** The removed entries with the lowest ids. */
  private async firstGone(): Promise<number[]> {
    const first: { at: number; id: number }[] = [];
    for (const [index, at] of this.gone.entries()) {
      if (index % AT_ONCE === AT_ONCE - 1) await turn();
      const id = Number(this.live.id(at));
      if (first.length === LISTED && id > first.at(-1)!.id) continue;
      const next = first.findIndex((each) => each.id > id);
      first.splice(next < 0 ? first.length : next, 0, { at, id });
      if (first.length > LISTED) first.pop();
    }
    return first.map(({ at }) => at);
  }

  private sent(row: number): SentEntry {
    return this.entry.at(this.views[this.rows.buffer(row)]!, this.rows.start(row));
  }

  /** Computes the 64-bit key of a pair. */
  private readonly hash = (bytes: Buffer, from: number, to: number, term: number, startsOn: number): void => {
    let [high, low] = [imul(term + 1, 0x9e3779b9), imul(startsOn + 1, 0x85ebca6b)];
    for (let at = from; at < to; at += 1) {
      const byte = bytes[at]!;
      high = imul(high ^ byte, 0x9e3779b1);
      low = imul(low ^ byte, 0x5f356495);
    }
    high = imul(high ^ (high >>> 16) ^ startsOn, 0x85ebca6b) ^ imul(low ^ (low >>> 13), 0xc2b2ae35);
    low = imul(low ^ (low >>> 16) ^ term, 0x85ebca6b) ^ imul(high ^ (high >>> 13), 0xc2b2ae35);
    this.key[0] = high;
    this.key[1] = low;
  };
}
