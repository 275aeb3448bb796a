import { randomInt } from 'node:crypto';
import { CopyRows, dayOf } from '@app/kernel';

/** Units of one delivery that are chosen for here: with more of them, putting the columns together would hold up others. */
const UNITS_MOST = 25_000;
/** With fewer entries for each unit than this, nothing is gained. */
const FOR_EACH_UNIT = 3;

/** Where the columns of a row begin that may be anywhere: after how many they are, and three bigints with their lengths. */
const UNIT_NUMBER = 2 + 3 * 12;
/** Bytes of an integer or a date, with their length. */
const NUMBER = 8;
const NULL = -1;

/** Of the parts of a rank; each is larger than any value of the part after it. */
const NEVER = 128;
const STARTS = 2 ** 22;
const FIRST_DAY = -dayOf(1, 1, 1);

/** Places for units by their provider ids, more than twice as many as units. */
const PLACES = 2 ** 16;
/** Places that are looked at for one id; whoever finds ids that need more does not hold up others with them. */
const LOOKS = 100;
const SEED = randomInt(2 ** 31);

/** Types of Postgres, for arrays in its binary form. */
const OID = { text: 25, integer: 23, date: 1082 };
/** Below that, a loop is quicker than a call. */
const SHORT = 64;

/** Of each unit, the place of a row: which buffer it is in, and where it begins there. */
class RowPlaces {
  readonly buffer = new Int32Array(UNITS_MOST);
  readonly row = new Int32Array(UNITS_MOST);

  set(unit: number, buffer: number, row: number): void {
    this.buffer[unit] = buffer;
    this.row[unit] = row;
  }
}

/** What is known of units, outside the heap: 1 MiB. */
class Units {
  readonly at = new Int32Array(PLACES);
  readonly rank = new Float64Array(UNITS_MOST);
  readonly price = new Int32Array(UNITS_MOST);
  readonly best = new RowPlaces();
  readonly first = new RowPlaces();
  /** which unit came after it the last time: feeds name units in one order for each term, or all terms of a unit together */
  readonly next = new Int32Array(UNITS_MOST);
}

/** One that nobody uses, not to make another for each delivery. */
let spare: Units | undefined;

type Columns = Record<'providers' | 'numbers' | 'prices' | 'days' | 'statuses' | 'specials', Buffer>;

/**
 * The entry that stands for each unit, chosen by the rule of FLAT_ORDER (flat-rule.ts) from the rows of a whole data set while
 * they are made: Postgres would have to sort them all once more. They are known by their provider id, in the order in which
 * each came first.
 */
export class ChosenEntries {
  /** of units */
  private count = 0;
  private entries = 0;
  private isOver = false;
  private last = 0;
  private readonly buffers: Buffer[] = [];
  private readonly units: Units;
  /** the UTC day that the rule looks at, as a `date` is stored */
  private readonly today: number;

  /** @param now on the clock of the database */
  constructor(now: Date) {
    this.today = utcDay(now);
    this.units = spare ?? new Units();
    this.units.at.fill(NULL);
    spare = undefined;
  }

  /** Whether what was chosen still is what the rule chooses. */
  holdsAt(now: Date): boolean {
    return utcDay(now) === this.today;
  }

  /** Looks at the buffers that have been added. @param buffers of rows, from the first on; rows in copy-entries.ts's order */
  follow(buffers: readonly Buffer[]): void {
    for (let index = this.buffers.length; index < buffers.length && !this.isOver; index += 1)
      this.add(buffers[index]!, index);
  }

  /**
   * Of each unit: provider id, the unit number that came first with it, price, first available day, status, specials; each
   * an array of Postgres in its binary form. undefined when there are too many, or so few entries for each unit that Postgres
   * has found them before it is told.
   */
  columns(): Columns | undefined {
    const { buffers, count } = this;
    const { best, first } = this.units;
    if (this.isOver || this.entries < FOR_EACH_UNIT * count) return undefined;
    const [providers, numbers, statuses, specials] = [0, 1, 2, 3].map(() => new ColumnArray(OID.text, count));
    const prices = new ColumnArray(OID.integer, count);
    const days = new ColumnArray(OID.date, count);
    for (let unit = 0; unit < count; unit += 1) {
      numbers!.take(buffers[first.buffer[unit]!]!, first.row[unit]! + UNIT_NUMBER);
      const buffer = buffers[best.buffer[unit]!]!;
      let at = after(buffer, best.row[unit]! + UNIT_NUMBER);
      at = providers!.take(buffer, at);
      at = prices.take(buffer, at);
      at = days.take(buffer, at);
      at = after(buffer, after(buffer, at));
      at = statuses!.take(buffer, at);
      specials!.take(buffer, at);
    }
    return {
      providers: providers!.bytes(),
      numbers: numbers!.bytes(),
      prices: prices.bytes(),
      days: days.bytes(),
      statuses: statuses!.bytes(),
      specials: specials!.bytes(),
    };
  }

  /** When nobody asks any more. */
  release(): void {
    this.isOver = true;
    spare = this.units;
  }

  private add(buffer: Buffer, index: number): void {
    this.buffers.push(buffer);
    const view = new DataView(buffer.buffer, buffer.byteOffset, buffer.length);
    const after = (at: number): number => at + 4 + Math.max(0, view.getInt32(at));
    const int = (at: number): number | undefined => (view.getInt32(at) === NULL ? undefined : view.getInt32(at + 4));
    let row = index === 0 ? CopyRows.HEADER_BYTES : 0;
    while (row < buffer.length && view.getInt16(row) !== CopyRows.END) {
      const provider = after(row + UNIT_NUMBER);
      const price = after(provider);
      const term = price + 2 * NUMBER;
      const starts = after(term);
      const unit = this.unitAt(buffer, provider, price);
      if (unit === NULL) return;
      if (unit === this.count) this.begin(unit, index, row);
      this.choose(unit, this.rank(int(term), int(starts)), view.getInt32(price + 4), index, row);
      row = after(after(after(after(starts))));
      this.entries += 1;
    }
  }

  /** The unit with this provider id, a new one, or -1 when that is given up; the one that came after the last one before is likely. */
  private unitAt(buffer: Buffer, from: number, to: number): number {
    const { next, at } = this.units;
    let unit = this.count > 0 ? next[this.last]! : NULL;
    if (unit === NULL || !this.isProvider(unit, buffer, from, to)) {
      let place = hash(buffer, from + 4, to) % PLACES;
      let looks = 1;
      for (; (unit = at[place]!) !== NULL && !this.isProvider(unit, buffer, from, to); looks += 1)
        place = (place + 1) % PLACES;
      if (unit === NULL) {
        unit = this.count;
        this.isOver = looks > LOOKS || unit === UNITS_MOST;
        if (this.isOver) return NULL;
        at[place] = unit;
      }
      next[this.last] = unit;
    }
    this.last = unit;
    return unit;
  }

  private isProvider(unit: number, buffer: Buffer, from: number, to: number): boolean {
    const { best } = this.units;
    const known = this.buffers[best.buffer[unit]!]!;
    const start = after(known, best.row[unit]! + UNIT_NUMBER);
    let at = from;
    while (at < to && known[start + at - from] === buffer[at]) at += 1;
    return at === to;
  }

  private begin(unit: number, index: number, row: number): void {
    const { units } = this;
    units.first.set(unit, index, row);
    units.rank[unit] = Infinity;
    units.next[unit] = NULL;
    this.count += 1;
  }

  private choose(unit: number, rank: number, price: number, index: number, row: number): void {
    const { units } = this;
    const known = units.rank[unit]!;
    if (rank > known || (rank === known && price >= units.price[unit]!)) return;
    units.rank[unit] = rank;
    units.price[unit] = price;
    units.best.set(unit, index, row);
  }

  /** The lowest stands for the unit; of equal ones the lowest price decides, then who came first. */
  private rank(term: number | undefined, starts: number | undefined): number {
    const hasBegun = starts !== undefined && starts < this.today ? 1 : 0;
    const distance = term === undefined ? NEVER - 1 : Math.abs(term - 12);
    const isShorter = term !== undefined && term < 12 ? 1 : 0;
    const start = starts === undefined ? STARTS - 1 : starts + FIRST_DAY;
    return ((hasBegun * NEVER + distance) * 2 + isShorter) * STARTS + start;
  }
}

const utcDay = (time: Date): number => dayOf(time.getUTCFullYear(), time.getUTCMonth() + 1, time.getUTCDate());

/** FNV-1a, begun where nobody can know, with its high bits mixed in. */
function hash(bytes: Buffer, from: number, to: number): number {
  let value = SEED;
  for (let at = from; at < to; at += 1) value = Math.imul(value ^ bytes[at]!, 0x01000193);
  return (value ^ (value >>> 15)) >>> 0;
}

/** Where the column after the one at `at` begins. */
function after(buffer: Buffer, at: number): number {
  const length = buffer.readInt32BE(at);
  return at + 4 + (length === NULL ? 0 : length);
}

/** An array of one dimension, as Postgres sends and takes it: each element with its length, as in a row of COPY. */
class ColumnArray {
  private buffer: Buffer;
  private at = 20;

  constructor(type: number, count: number) {
    this.buffer = Buffer.allocUnsafeSlow(this.at + count * 16);
    for (const [index, value] of [1, 1, type, count, 1].entries()) this.buffer.writeInt32BE(value, index * 4);
  }

  /** @returns where the column ends */
  take(source: Buffer, from: number): number {
    const to = after(source, from);
    if (this.at + to - from > this.buffer.length) this.grow(this.at + to - from);
    const { buffer } = this;
    let { at } = this;
    if (to - from < SHORT) for (let byte = from; byte < to; byte += 1) buffer[at++] = source[byte]!;
    else at += source.copy(buffer, at, from, to);
    this.at = at;
    return to;
  }

  bytes(): Buffer {
    return this.buffer.subarray(0, this.at);
  }

  private grow(needed: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.buffer.length));
    this.buffer.copy(larger, 0, 0, this.at);
    this.buffer = larger;
  }
}
