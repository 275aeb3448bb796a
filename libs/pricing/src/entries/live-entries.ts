import { setImmediate as turn } from 'node:timers/promises';
import type { Ids } from '@app/platform/core';
import type { Database } from '@app/platform/persistence';
import { HashMultiset } from '../ingest/hash-multiset.js';
import type { RowIndex } from '../ingest/row-index.js';

/** Larger sets are compared by Postgres: their hashes would take memory that the deliveries of others need. */
export const COMPARED_MOST = 50_000;
/** Entries that are looked at between two turns of the event loop. */
const AT_ONCE = 20_000;
/** Bytes of a hash, an id and a place, and where the last two are. */
const SIZE = 22;
const ID = 8;
const PLACE = 16;

/** Hash, id and place of each, in one value: as rows, they would take the event loop longer than comparing them. */
const READ = `select process.publication_id::text as publication, live.hashes
  from pricing.process cross join lateral (
    select count(*)::int as entries, count(entry.hash)::int as hashed, string_agg(int8send(entry.hash) || int8send(entry.id) || tidsend(entry.ctid), '') as hashes
    from pricing.entry where entry.asset_id = :asset and entry.transaction_id = process.published_transaction_id and entry.until is null offset 0
  ) live
  where process.asset_id = :asset and process.id = :process and process.published_entries <= ${COMPARED_MOST} and live.entries = live.hashed`;

/** Entries of a publication that a data set has not; named only where somebody asks: they may be many. */
export interface RemovedEntries {
  count: number;
  /** their ids, and where they were when they were read */
  named(): { ids: readonly string[]; places: readonly string[] };
}

/** How a whole data set differs from a publication. */
export interface SetDifference {
  /** what it was compared with */
  publication: string;
  /** by their places in the data set, from 0 */
  added: readonly number[];
  removed: RemovedEntries;
  /** entries of the data set that are equal to another one in everything */
  duplicates: number;
}

/** The entries of a publication that is live, as far as a data set is compared with them. */
export class LiveEntries {
  private constructor(
    readonly publication: string,
    private readonly hashes: Buffer,
  ) {}

  /** @returns undefined when they are too many, or some have no hash */
  static async read(
    database: Database,
    { assetId, processId }: Ids<'asset' | 'process'>,
  ): Promise<LiveEntries | undefined> {
    const values = { asset: assetId, process: processId };
    const [row] = await database.rows<{ publication: string; hashes: Buffer | null }>(READ, values, 'pricing.entry');
    return row && new LiveEntries(row.publication, row.hashes ?? Buffer.alloc(0));
  }

  id(at: number): string {
    return String(this.hashes.readBigInt64BE(at * SIZE + ID));
  }

  place(at: number): string {
    const from = at * SIZE + PLACE;
    return `(${this.hashes.readUInt32BE(from)},${this.hashes.readUInt16BE(from + 4)})`;
  }

  async multiset(): Promise<HashMultiset> {
    const { hashes } = this;
    const count = hashes.length / SIZE;
    const live = new HashMultiset(count);
    for (let at = 0; at < count; at += 1) {
      live.add(hashes.readInt32BE(at * SIZE), hashes.readInt32BE(at * SIZE + 4));
      if (at % AT_ONCE === AT_ONCE - 1) await turn();
    }
    return live;
  }
}

/** Entries by which it is guessed how much of a data set is new, and from which part of them on it is taken for new. */
const GUESSED_BY = 2_000;
const MOSTLY = 0.8;

/** Compares the rows of a data set with the live entries while they are made. */
export class SetComparison {
  private left: HashMultiset | undefined;
  private compared = 0;
  private readonly added: number[] = [];
  private readonly live: Promise<LiveEntries | undefined>;

  /** @param live may come later than the rows, or not at all */
  constructor(
    private readonly rows: RowIndex,
    live: Promise<LiveEntries | undefined>,
  ) {
    this.live = live.then(async (entries) => {
      this.left = await entries?.multiset();
      return entries;
    });
    this.live.catch(() => undefined); // `finish` reports it
  }

  /** Looks at some of the rows that have been made. */
  follow(): void {
    const { rows, left } = this;
    if (!left) return;
    const end = Math.min(rows.count, this.compared + AT_ONCE);
    for (; this.compared < end; this.compared += 1)
      if (!left.take(rows.high(this.compared), rows.low(this.compared))) this.added.push(this.compared);
  }

  /** Whether it looks as if nearly all of it were new. */
  get isMostlyNew(): boolean {
    return this.compared >= GUESSED_BY && this.added.length > MOSTLY * this.compared;
  }

  /** @returns undefined when it is not known what is live */
  async finish(): Promise<SetDifference | undefined> {
    const live = await this.live.catch(() => undefined);
    const { rows, left, added } = this;
    if (!live || !left) return undefined;
    while (this.compared < rows.count) {
      this.follow();
      await turn();
    }
    const named = () => {
      const removed = [...left.left()];
      return { ids: removed.map((at) => live.id(at)), places: removed.map((at) => live.place(at)) };
    };
    const duplicates = await this.duplicates();
    return { publication: live.publication, added, removed: { count: left.size, named }, duplicates };
  }

  private async duplicates(): Promise<number> {
    const known = new HashMultiset(this.rows.count);
    let count = 0;
    for (let row = 0; row < this.rows.count; row += 1) {
      if (!known.add(this.rows.high(row), this.rows.low(row))) count += 1;
      if (row % AT_ONCE === AT_ONCE - 1) await turn();
    }
    return count;
  }
}
