import { setImmediate as turn } from 'node:timers/promises';
import type { Ids } from '@app/platform/core';
import type { Database } from '@app/platform/persistence';
import { CopiedRows } from '../ingest/copied-columns.js';
import type { RowIndex } from '../ingest/row-index.js';
import { ChangedPairs, SentEntry } from './changed-pairs.js';
import { countKnown, LiveEntries, type LiveSet } from './live-entries.js';

/** Entries compared in one turn of the event loop. */
const AT_ONCE = 1_000;
/** A data set is mostly new when of so many of its first entries, looked up in the live set, this share is new. */
const SAMPLED = 200;
const SAMPLED_OF = 2_000;
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
  /** may come later than the rows, or not at all */
  private readonly live: Promise<LiveEntries | undefined>;
  private entries: LiveEntries | undefined;
  private compared = 0;
  private isSampled = false;
  private readonly added: number[] = [];

  constructor(
    private readonly rows: RowIndex,
    private readonly database: Database,
    private readonly ids: Ids<'asset'>,
    private readonly set: LiveSet,
  ) {
    this.live = LiveEntries.read(database, ids, set);
    this.live.then(
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

  /** To be called while rows are made. @param buffers that are full @returns true once: when nearly all entries are new */
  async isMostlyNew(buffers: readonly Buffer[]): Promise<boolean> {
    const { rows } = this;
    if (this.isSampled || rows.count < SAMPLED_OF) return false;
    this.isSampled = true;
    const entry = new SentEntry();
    const [providers, hashes]: [string[], string[]] = [[], []];
    for (let row = 0; row < SAMPLED_OF && rows.buffer(row) < buffers.length; row += SAMPLED_OF / SAMPLED) {
      providers.push(entry.at(new CopiedRows(buffers[rows.buffer(row)]!), rows.start(row)).providerId);
      hashes.push(rows.hash(row));
    }
    const known = await countKnown(this.database, this.ids, this.set, { providers, hashes });
    return known < (1 - MOSTLY) * providers.length;
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
