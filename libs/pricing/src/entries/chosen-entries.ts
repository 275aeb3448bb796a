import { CopyRows, dayOf } from '@app/kernel';

/** Units of one delivery that are chosen for here: with more of them, putting the columns together would hold up others. */
const UNITS_MOST = 25_000;

/** With fewer entries for each unit than this, nothing is gained. */
const FOR_EACH_UNIT = 3;

/** Where the columns of a row begin that may be anywhere: after how many they are, and three bigints with their lengths. */
const UNIT_NUMBER = 2 + 3 * 12;
/** Bytes of an integer or a date, with their length. */
const NUMBER = 8;
const OF_BUFFER = 2 ** 28;
const NULL = -1;

/** Of the parts of a rank; each is larger than any value of the part after it. */
const NEVER = 128;
const STARTS = 2 ** 22;
const FIRST_DAY = -dayOf(1, 1, 1);

/** Below that, a loop is quicker than a call. */
const SHORT = 24;

/** Types of Postgres, for arrays in its binary form. */
const OID = { text: 25, integer: 23, date: 1082 };

/**
 * The entry that stands for each unit, chosen by the rule of FLAT_ORDER (flat-rule.ts) from the rows of a whole data set while
 * they are made: Postgres would have to sort them all once more. They are known by their provider id, in the order in which
 * each came first.
 */
export class ChosenEntries {
  /** by provider id, as Latin-1 */
  private readonly units = new Map<string, number>();
  private readonly buffers: Buffer[] = [];
  private readonly ranks: number[] = [];
  private readonly prices: number[] = [];
  private readonly best: number[] = [];
  private readonly first: number[] = [];
  /** which unit came after it the last time: feeds name units in one order for each term, or all terms of a unit together */
  private readonly next: number[] = [];
  private last = 0;
  private count = 0;
  private isOver = false;

  /** the UTC day that the rule looks at, as a `date` is stored */
  private readonly today: number;

  /** @param now on the clock of the database */
  constructor(now: Date) {
    this.today = utcDay(now);
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
  columns(): Record<'providers' | 'numbers' | 'prices' | 'days' | 'statuses' | 'specials', Buffer> | undefined {
    if (this.isOver || this.count < FOR_EACH_UNIT * this.best.length) return undefined;
    const providers = new ColumnArray(OID.text, this.best.length);
    const numbers = new ColumnArray(OID.text, this.best.length);
    const prices = new ColumnArray(OID.integer, this.best.length);
    const days = new ColumnArray(OID.date, this.best.length);
    const statuses = new ColumnArray(OID.text, this.best.length);
    const specials = new ColumnArray(OID.text, this.best.length);
    for (let unit = 0; unit < this.best.length; unit += 1) {
      const first = this.first[unit]!;
      const place = this.best[unit]!;
      numbers.take(this.buffers[Math.floor(first / OF_BUFFER)]!, (first % OF_BUFFER) + UNIT_NUMBER);
      const buffer = this.buffers[Math.floor(place / OF_BUFFER)]!;
      let at = after(buffer, (place % OF_BUFFER) + UNIT_NUMBER);
      at = providers.take(buffer, at);
      at = prices.take(buffer, at);
      at = days.take(buffer, at);
      at = after(buffer, after(buffer, at));
      at = statuses.take(buffer, at);
      specials.take(buffer, at);
    }
    return {
      providers: providers.bytes(),
      numbers: numbers.bytes(),
      prices: prices.bytes(),
      days: days.bytes(),
      statuses: statuses.bytes(),
      specials: specials.bytes(),
    };
  }

  private add(buffer: Buffer, index: number): void {
    this.buffers.push(buffer);
    const view = new DataView(buffer.buffer, buffer.byteOffset, buffer.length);
    const after = (at: number): number => at + 4 + Math.max(0, view.getInt32(at));
    const int = (at: number): number | undefined => (view.getInt32(at) === NULL ? undefined : view.getInt32(at + 4));
    let row = index === 0 ? CopyRows.HEADER_BYTES : 0;
    while (row < buffer.length && view.getInt16(row) !== CopyRows.END) {
      const place = index * OF_BUFFER + row;
      const provider = after(row + UNIT_NUMBER);
      const price = after(provider);
      const term = price + 2 * NUMBER;
      const starts = after(term);
      const unit = this.unitAt(buffer, provider, price, place);
      this.choose(unit, this.rank(int(term), int(starts)), view.getInt32(price + 4), place);
      row = after(after(after(after(starts))));
      this.count += 1;
    }
    if (this.units.size > UNITS_MOST) this.giveUp();
  }

  /** The unit with this provider id; the one that came after the last one before is likely. */
  private unitAt(buffer: Buffer, from: number, to: number, place: number): number {
    const likely = this.next[this.last] ?? NULL;
    if (likely !== NULL && this.isProvider(likely, buffer, from, to)) return (this.last = likely);
    const id = buffer.toString('latin1', from + 4, to);
    let unit = this.units.get(id);
    if (unit === undefined) {
      unit = this.best.length;
      this.units.set(id, unit);
      this.ranks.push(Infinity);
      this.prices.push(Infinity);
      this.first.push(place);
      this.best.push(place);
      this.next.push(NULL);
    }
    this.next[this.last] = unit;
    return (this.last = unit);
  }

  private isProvider(unit: number, buffer: Buffer, from: number, to: number): boolean {
    const place = this.best[unit]!;
    const known = this.buffers[Math.floor(place / OF_BUFFER)]!;
    const start = after(known, (place % OF_BUFFER) + UNIT_NUMBER);
    let at = from;
    while (at < to && known[start + at - from] === buffer[at]) at += 1;
    return at === to;
  }

  private choose(unit: number, rank: number, price: number, place: number): void {
    const known = this.ranks[unit]!;
    if (rank > known || (rank === known && price >= this.prices[unit]!)) return;
    this.ranks[unit] = rank;
    this.prices[unit] = price;
    this.best[unit] = place;
  }

  /** The lowest stands for the unit; of equal ones the lowest price decides, then who came first. */
  private rank(term: number | undefined, starts: number | undefined): number {
    const hasBegun = starts !== undefined && starts < this.today ? 1 : 0;
    const distance = term === undefined ? NEVER - 1 : Math.abs(term - 12);
    const isShorter = term !== undefined && term < 12 ? 1 : 0;
    const start = starts === undefined ? STARTS - 1 : starts + FIRST_DAY;
    return ((hasBegun * NEVER + distance) * 2 + isShorter) * STARTS + start;
  }

  private giveUp(): void {
    this.isOver = true;
    this.units.clear();
  }
}

const utcDay = (time: Date): number => dayOf(time.getUTCFullYear(), time.getUTCMonth() + 1, time.getUTCDate());

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
