import { setImmediate as turn } from 'node:timers/promises';
import { SentEntry } from '../entries/changed-pairs.js';
import { NUMBERS } from '../entries/copy-entries.js';
import { CopiedRows } from '../ingest/copied-columns.js';
import { HashMultiset } from '../ingest/hash-multiset.js';
import type { RowIndex } from '../ingest/row-index.js';

/** Rows read per turn of the event loop. */
const AT_ONCE = 2_000;

/** Reads the entries of a data set from its rows in memory, which may not be stored. */
export class SentRows {
  private readonly views: CopiedRows[];
  private readonly entry = new SentEntry();

  constructor(
    private readonly rows: RowIndex,
    buffers: readonly Buffer[],
  ) {
    this.views = buffers.map((buffer) => new CopiedRows(buffer));
  }

  /** Rows whose lease starts before a day (in the binary form of `date`). @param most maximum number of listed rows */
  async startingBefore(day: number, most: number): Promise<{ count: number; first: number[] }> {
    const found: { count: number; first: number[] } = { count: 0, first: [] };
    await this.each((row, { rows, startsOn }) => {
      if ((rows.int32OrNull(startsOn) ?? day) >= day) return;
      if (found.count++ < most) found.first.push(row);
    });
    return found;
  }

  /** Rows that equal an earlier row. @param most maximum number of listed rows */
  async duplicates(most: number): Promise<number[]> {
    const [known, first] = [new HashMultiset(this.rows.count), [] as number[]];
    for (let row = 0; row < this.rows.count && first.length < most; row += 1) {
      if (!known.add(this.rows.high(row), this.rows.low(row))) first.push(row);
      if (row % AT_ONCE === AT_ONCE - 1) await turn();
    }
    known.release();
    return first;
  }

  /** The index in its request of the first row of each provider id. */
  async firstOf(providers: ReadonlySet<string>): Promise<Map<string, number>> {
    const first = new Map<string, number>();
    await this.each((_, entry) => {
      if (first.size === providers.size) return;
      const provider = entry.providerId;
      if (providers.has(provider) && !first.has(provider)) first.set(provider, Number(entry.id) % NUMBERS);
    });
    return first;
  }

  named(row: number): { index: number; provider_id: string; unit_number: string } {
    const { id, providerId, unitNumber } = this.at(row);
    return { index: Number(id) % NUMBERS, provider_id: providerId, unit_number: unitNumber };
  }

  private async each(look: (row: number, entry: SentEntry) => void): Promise<void> {
    for (let row = 0; row < this.rows.count; row += 1) {
      look(row, this.at(row));
      if (row % AT_ONCE === AT_ONCE - 1) await turn();
    }
  }

  private at(row: number): SentEntry {
    return this.entry.at(this.views[this.rows.buffer(row)]!, this.rows.start(row));
  }
}
