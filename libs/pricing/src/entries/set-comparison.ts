import { setImmediate as turn } from 'node:timers/promises';
import type { RowIndex } from '../ingest/row-index.js';
import { ChangedPairs } from './changed-pairs.js';
import type { LiveEntries } from './live-entries.js';

/** Entries compared in one turn of the event loop. */
const AT_ONCE = 1_000;
/** Entries compared before a data set can count as mostly new, and the share of new ones that makes it so. */
const GUESSED_BY = 2_000;
const MOSTLY = 0.8;

/** Stored entries: their ids, and their positions when they were read. */
export interface NamedEntries {
  ids: readonly string[];
  ctids: readonly string[];
}

/** How a whole data set differs from a publication. */
export interface SetDifference {
  /** what it was compared with */
  publication: string;
  /** by their indexes in the data set, from 0 */
  added: readonly number[];
  /** how many of the publication's entries it has not */
  removed: number;
  /** these; they may be many */
  named(): Promise<NamedEntries>;
  pairs: ChangedPairs;
}

/** Compares the rows of a data set with the live entries while they are made. */
export class SetComparison {
  private entries: LiveEntries | undefined;
  private compared = 0;
  private readonly added: number[] = [];

  /** @param live may come later than the rows, or not at all */
  constructor(
    private readonly rows: RowIndex,
    private readonly live: Promise<LiveEntries | undefined>,
  ) {
    live.then(
      (entries) => (this.entries = entries),
      () => undefined,
    );
  }

  /** Looks at some of the rows that have been made. */
  follow(): void {
    const { rows, entries } = this;
    if (!entries) return;
    const end = Math.min(rows.count, this.compared + AT_ONCE);
    for (; this.compared < end; this.compared += 1)
      if (entries.hashes.take(rows.high(this.compared), rows.low(this.compared)) < 0) this.added.push(this.compared);
  }

  /** Whether nearly all entries compared so far are new. */
  get isMostlyNew(): boolean {
    return this.compared >= GUESSED_BY && this.added.length > MOSTLY * this.compared;
  }

  /**
   * @param buffers of all rows
   * @returns undefined when the live entries could not be read
   */
  async finish(buffers: readonly Buffer[]): Promise<SetDifference | undefined> {
    const live = await this.live.catch(() => undefined);
    if (!live) return undefined;
    const { rows, added } = this;
    while (this.compared < rows.count) {
      this.follow();
      await turn();
    }
    const removed = live.hashes.left();
    const named = () => namesOf(live, removed);
    const pairs = await new ChangedPairs(rows, buffers, live, added, removed).pair();
    return { publication: live.publication, added, removed: removed.length, named, pairs };
  }

  /** Frees its memory; nothing may be called afterwards. */
  release(): void {
    this.entries?.release();
  }
}

async function namesOf(live: LiveEntries, removed: Int32Array): Promise<NamedEntries> {
  const [ids, ctids]: [string[], string[]] = [[], []];
  for (const at of removed) {
    ids.push(live.id(at));
    ctids.push(live.ctid(at));
    if (ids.length % AT_ONCE === 0) await turn();
  }
  return { ids, ctids };
}
