import { randomInt } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { ColumnArray, CopiedRows } from '../ingest/copied-columns.js';
import { CopyRows, dayOf } from '../ingest/copy-rows.js';

/** Maximum units per delivery; with more, building the columns would block the event loop. */
const UNITS_MOST = 25_000;
/** Minimum entries per unit; with fewer, Postgres is as fast if units are mapped already. */
const FOR_EACH_UNIT = 3;

/** Units handled per turn of the event loop. */
const AT_ONCE = 1_000;

/** Offset of the first column without a fixed position, after the number of columns and three bigints with their lengths. */
const UNIT_NUMBER = 2 + 3 * 12;
/** Bytes of an integer or date, including its length. */
const NUMBER = 8;
const NONE = -1;

/** Weights of the parts of a rank; each exceeds all values of the parts after it. */
const NEVER = 128;
const STARTS = 2 ** 22;
const FIRST_DAY = -dayOf(1, 1, 1);

/** Slots of the hash table of units by provider id, more than twice the maximum number of units. */
const SLOTS = 2 ** 16;
/** Maximum probes per id, so that colliding ids cannot block the event loop. */
const PROBES_MOST = 100;
const SEED = randomInt(2 ** 31);

/** The position of a row per unit: its buffer and offset. */
class RowPositions {
  readonly buffer = new Int32Array(UNITS_MOST);
  readonly row = new Int32Array(UNITS_MOST);

  set(unit: number, buffer: number, row: number): void {
    this.buffer[unit] = buffer;
    this.row[unit] = row;
  }
}

/** State of the units in typed arrays outside the heap (1 MiB). */
class Units {
  readonly at = new Int32Array(SLOTS);
  readonly rank = new Float64Array(UNITS_MOST);
  readonly price = new Int32Array(UNITS_MOST);
  readonly best = new RowPositions();
  readonly first = new RowPositions();
  /** whether another entry has the same rank as the best, so that their ids decide */
  readonly isTied = new Uint8Array(UNITS_MOST);
  /** the unit that followed last time, because feeds repeat the order of units for each term, or list all terms of a unit together */
  readonly next = new Int32Array(UNITS_MOST);
}

/** An unused instance, recycled for the next delivery. */
let spare: Units | undefined;

type Columns = Record<'providers' | 'numbers' | 'prices' | 'days' | 'statuses' | 'specials', Buffer>;

/**
 * Selects the entry of each unit by flatPricingOrder (flat-rule.ts) while the rows of a complete data set are being built, so that
 * Postgres need not sort them again. Units are identified by provider id, in order of first appearance.
 */
export class FlatEntrySelector {
  /** number of units */
  private count = 0;
  private entries = 0;
  private isOver = false;
  private last = 0;
  private readonly buffers: CopiedRows[] = [];
  private readonly units: Units;
  /** current UTC day, in the binary form of a `date` */
  private readonly today: number;

  /** @param now by the clock of the database */
  constructor(now: Date) {
    this.today = utcDay(now);
    this.units = spare ?? new Units();
    this.units.at.fill(NONE);
    spare = undefined;
  }

  /** Whether the selection is still valid. */
  holdsAt(now: Date): boolean {
    return utcDay(now) === this.today;
  }

  /** Processes new buffers. @param buffers all buffers so far, with rows in the column order of copy-entries.ts */
  follow(buffers: readonly Buffer[]): void {
    for (let index = this.buffers.length; index < buffers.length && !this.isOver; index += 1)
      this.add(new CopiedRows(buffers[index]!), index);
  }

  /**
   * The columns of the selected entries as binary Postgres arrays: provider id, first unit number sent with it, price, first
   * available day, status, specials.
   * @param areAllNew whether ids follow the order of the entries; if not, the ids of equally ranked entries cannot be compared here
   * @param areUnbound whether no unit has a provider id yet; then selecting here saves more
   * @returns undefined if Postgres must select: too many units, too few entries per unit, or ties that cannot be resolved here
   */
  async columns(areAllNew = true, areUnbound = false): Promise<Columns | undefined> {
    const { count } = this;
    const { best, first } = this.units;
    if (this.isOver || (!areUnbound && this.entries < FOR_EACH_UNIT * count)) return undefined;
    if (!areAllNew && this.units.isTied.subarray(0, count).includes(1)) return undefined;
    const providers = new ColumnArray('text', count);
    const numbers = new ColumnArray('text', count);
    const prices = new ColumnArray('integer', count);
    const days = new ColumnArray('date', count);
    const statuses = new ColumnArray('text', count);
    const specials = new ColumnArray('text', count);
    for (let unit = 0; unit < count; unit += 1) {
      numbers.add(this.buffers[first.buffer[unit]!]!, first.row[unit]! + UNIT_NUMBER);
      const rows = this.buffers[best.buffer[unit]!]!;
      const provider = rows.after(best.row[unit]! + UNIT_NUMBER);
      const term = days.add(rows, prices.add(rows, providers.add(rows, provider)));
      const status = rows.after(rows.after(term));
      specials.add(rows, statuses.add(rows, status));
      if (unit % AT_ONCE === AT_ONCE - 1) await turn();
    }
    return {
      providers: providers.value,
      numbers: numbers.value,
      prices: prices.value,
      days: days.value,
      statuses: statuses.value,
      specials: specials.value,
    };
  }

  /** Frees the memory; call nothing afterwards. */
  release(): void {
    this.isOver = true;
    spare = this.units;
  }

  private add(rows: CopiedRows, index: number): void {
    this.buffers.push(rows);
    let row = index === 0 ? CopyRows.HEADER_BYTES : 0;
    while (rows.hasRow(row)) {
      const provider = rows.after(row + UNIT_NUMBER);
      const price = rows.after(provider);
      const term = price + 2 * NUMBER;
      const starts = rows.after(term);
      const unit = this.unitAt(rows.bytes, provider, price);
      if (unit === NONE) return;
      if (unit === this.count) this.begin(unit, index, row);
      const rank = this.rank(rows.int32OrNull(term), rows.int32OrNull(starts));
      this.choose(unit, rank, rows.int32(price), index, row);
      const status = rows.after(starts);
      row = rows.after(rows.after(rows.after(rows.after(status))));
      this.entries += 1;
    }
  }

  /** Finds or adds the unit with this provider id, trying the expected successor first; -1 after too many probes. */
  private unitAt(bytes: Buffer, from: number, to: number): number {
    const { next, at } = this.units;
    let unit = this.count > 0 ? next[this.last]! : NONE;
    if (unit === NONE || !this.isProvider(unit, bytes, from, to)) {
      let slot = hash(bytes, from, to) % SLOTS;
      let probes = 1;
      for (; (unit = at[slot]!) !== NONE && !this.isProvider(unit, bytes, from, to); probes += 1)
        slot = (slot + 1) % SLOTS;
      if (unit === NONE) {
        unit = this.count;
        this.isOver = probes > PROBES_MOST || unit === UNITS_MOST;
        if (this.isOver) return NONE;
        at[slot] = unit;
      }
      next[this.last] = unit;
    }
    this.last = unit;
    return unit;
  }

  private isProvider(unit: number, bytes: Buffer, from: number, to: number): boolean {
    const { best } = this.units;
    const known = this.buffers[best.buffer[unit]!]!;
    const start = known.after(best.row[unit]! + UNIT_NUMBER);
    let at = from;
    while (at < to && known.bytes[start + at - from] === bytes[at]) at += 1;
    return at === to;
  }

  private begin(unit: number, index: number, row: number): void {
    const { units } = this;
    units.first.set(unit, index, row);
    units.rank[unit] = Infinity;
    units.next[unit] = NONE;
    this.count += 1;
  }

  private choose(unit: number, rank: number, price: number, index: number, row: number): void {
    const { units } = this;
    const known = units.rank[unit]!;
    const isTie = rank === known && price === units.price[unit];
    if (isTie) units.isTied[unit] = 1;
    if (isTie || rank > known || (rank === known && price > units.price[unit]!)) return;
    units.isTied[unit] = 0;
    units.rank[unit] = rank;
    units.price[unit] = price;
    units.best.set(unit, index, row);
  }

  /** The entry with the lowest rank is selected; among equals, the lowest price, then the first received. */
  private rank(term: number | null, starts: number | null): number {
    const hasBegun = starts !== null && starts < this.today ? 1 : 0;
    const distance = term === null ? NEVER - 1 : Math.abs(term - 12);
    const isShorter = term !== null && term < 12 ? 1 : 0;
    const start = starts === null ? STARTS - 1 : starts + FIRST_DAY;
    return ((hasBegun * NEVER + distance) * 2 + isShorter) * STARTS + start;
  }
}

const utcDay = (time: Date): number => dayOf(time.getUTCFullYear(), time.getUTCMonth() + 1, time.getUTCDate());

/** FNV-1a with a random seed and mixed high bits. */
function hash(bytes: Buffer, from: number, to: number): number {
  let value = SEED;
  for (let at = from; at < to; at += 1) value = Math.imul(value ^ bytes[at]!, 0x01000193);
  return (value ^ (value >>> 15)) >>> 0;
}
