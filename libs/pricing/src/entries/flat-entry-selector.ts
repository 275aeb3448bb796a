import { randomInt } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { ColumnArray, CopiedRows } from '../ingest/copied-columns.js';
import { CopyRows, dayOf } from '../ingest/copy-rows.js';

/** Units of one delivery that are chosen for here: with more of them, putting the columns together would hold up others. */
const UNITS_MOST = 25_000;
/** With fewer entries for each unit than this, nothing is gained where units have their provider ids already. */
const FOR_EACH_UNIT = 3;

/** Units put together in one turn of the event loop. */
const AT_ONCE = 1_000;

/** Where the columns of a row begin that may be anywhere: after how many they are, and three bigints with their lengths. */
const UNIT_NUMBER = 2 + 3 * 12;
/** Bytes of an integer or a date, with their length. */
const NUMBER = 8;
const NONE = -1;

/** Of the parts of a rank; each is larger than any value of the part after it. */
const NEVER = 128;
const STARTS = 2 ** 22;
const FIRST_DAY = -dayOf(1, 1, 1);

/** Slots of a hash table of units by their provider ids, more than twice as many as units. */
const SLOTS = 2 ** 16;
/** Slots that are probed for one id: ids that need more must not hold up others. */
const PROBES_MOST = 100;
const SEED = randomInt(2 ** 31);

/** The position of a row for each unit: its buffer, and its offset there. */
class RowPositions {
  readonly buffer = new Int32Array(UNITS_MOST);
  readonly row = new Int32Array(UNITS_MOST);

  set(unit: number, buffer: number, row: number): void {
    this.buffer[unit] = buffer;
    this.row[unit] = row;
  }
}

/** What is known of units, outside the heap: 1 MiB. */
class Units {
  readonly at = new Int32Array(SLOTS);
  readonly rank = new Float64Array(UNITS_MOST);
  readonly price = new Int32Array(UNITS_MOST);
  readonly best = new RowPositions();
  readonly first = new RowPositions();
  /** whether another entry is as good as the best: then their ids decide */
  readonly isTied = new Uint8Array(UNITS_MOST);
  /** which unit came after it the last time: feeds name units in one order for each term, or all terms of a unit together */
  readonly next = new Int32Array(UNITS_MOST);
}

/** One that nobody uses, not to make another for each delivery. */
let spare: Units | undefined;

type Columns = Record<'providers' | 'numbers' | 'prices' | 'days' | 'statuses' | 'specials', Buffer>;

/**
 * The entry selected for each unit by the rule of flatPricingOrder (flat-rule.ts) from the rows of a whole data set while
 * they are made: Postgres would have to sort them all once more. They are known by their provider id, in the order in which
 * each came first.
 */
export class FlatEntrySelector {
  /** of units */
  private count = 0;
  private entries = 0;
  private isOver = false;
  private last = 0;
  private readonly buffers: CopiedRows[] = [];
  private readonly units: Units;
  /** the UTC day that the rule looks at, as a `date` is stored */
  private readonly today: number;

  /** @param now on the clock of the database */
  constructor(now: Date) {
    this.today = utcDay(now);
    this.units = spare ?? new Units();
    this.units.at.fill(NONE);
    spare = undefined;
  }

  /** Whether what was chosen still is what the rule chooses. */
  holdsAt(now: Date): boolean {
    return utcDay(now) === this.today;
  }

  /** Looks at the buffers that have been added. @param buffers of rows, from the first on; rows in copy-entries.ts's order */
  follow(buffers: readonly Buffer[]): void {
    for (let index = this.buffers.length; index < buffers.length && !this.isOver; index += 1)
      this.add(new CopiedRows(buffers[index]!), index);
  }

  /**
   * Of each unit: provider id, the unit number that came first with it, price, first available day, status, specials; each
   * an array of Postgres in its binary form. undefined when there are too many, or so few entries for each unit that Postgres
   * has found them before it is told.
   * @param areAllNew whether ids are in the order of the entries; if not, undefined also where the ids of equally good ones decide
   * @param areUnbound whether no unit has a provider id yet: then Postgres would look for the first entry of each
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

  /** Frees its memory; nothing may be called afterwards. */
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

  /** The unit with this provider id, a new one, or -1 when that is given up; the one that came after the last one before is likely. */
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

/** FNV-1a, begun where nobody can know, with its high bits mixed in. */
function hash(bytes: Buffer, from: number, to: number): number {
  let value = SEED;
  for (let at = from; at < to; at += 1) value = Math.imul(value ^ bytes[at]!, 0x01000193);
  return (value ^ (value >>> 15)) >>> 0;
}
